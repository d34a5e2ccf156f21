/**
 * Every name of a text. Languages in which a function needs no qualifier, no parentheses and no import of its own refer to a
 * member by any name.
 */
export const anyName = /\b([A-Za-z_]\w{0,80})/g;
