// The name of a person in a match, and in a link.
export const human = "human";
