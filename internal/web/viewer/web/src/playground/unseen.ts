// What nobody sees in code, or what shows others in another order.

export const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
