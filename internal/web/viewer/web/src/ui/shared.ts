// What the second script takes of this one instead of having it again. build.mjs fills it in.

export {};
