/**
 * The characters that end a line in YAML 1.1 besides the usual ones; in YAML 1.2 they are part of it. A carriage return alone
 * ends one in both, but the parser takes it as part of it.
 */
const olderBreaks = /[\u0085\u2028\u2029]|\r(?!\n)/g;

/** Returns the positions of the characters that end a line for readers of YAML 1.1 only. */
export const olderBreaksIn = (text: string): number[] =>
  Array.from(text.matchAll(olderBreaks), ({ index }) => index);

/** Returns a text with every line break of YAML 1.1 as a usual one, of the same length. */
export const withUsualBreaks = (text: string): string => text.replaceAll(olderBreaks, '\n');
