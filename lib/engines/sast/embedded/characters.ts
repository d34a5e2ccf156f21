const wordSigns = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
const blanks = ' \t\r\n\f';
/** Longer words are read in part. */
export const longestWord = 100;

export const isWord = (sign: string): boolean => sign !== '' && wordSigns.includes(sign);
export const isBlank = (sign: string): boolean => sign !== '' && blanks.includes(sign);

/** Returns the word that begins at an offset, or an empty text. */
export const wordAt = (text: string, from: number, more = ''): string => {
  let at = from;
  const isPart = (sign: string): boolean => isWord(sign) || (sign !== '' && more.includes(sign));
  while (at < from + longestWord && isPart(text.charAt(at))) at += 1;
  return text.slice(from, at);
};

/** Returns the offset of the first character from an offset that is no space or line break. */
export const skipBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charAt(at))) at += 1;
  return at;
};

/** Returns the offset where a text occurs from an offset; the end when it does not. */
export const indexOrEnd = (text: string, what: string, from: number): number => {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at;
};
