/** Control characters, characters without width or that change the direction of text, and those that XML forbids. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escapeCharacter = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const defaultMaxLength = 1000;

/**
 * Formats untrusted text as one visible line: lone surrogates become U+FFFD, runs of white space one space, and
 * unprintable characters an escape. Text longer than `maxLength` ends in an ellipsis.
 */
export const oneLine = (text: string, maxLength = defaultMaxLength): string => {
  const line = text
    .slice(0, maxLength * 2)
    .toWellFormed()
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .replace(unprintable, escapeCharacter);
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
};

const percentEncode = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/**
 * Returns an http(s) URL that may be shown as a link, or undefined. The result is a strict URI (RFC 3986) without
 * any character that could end it in Markdown, because URL parsers accept more than that.
 */
export const safeHttpUrl = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname.startsWith('[')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const [head = '', ...fragment] = url.href.split('#');
  const whole = fragment.length > 0 ? `${head}#${fragment.join('%23')}` : head;
  return whole.replace(/[^A-Za-z0-9:/?&=%._~#+,;@-]|%(?![0-9A-Fa-f]{2})/g, percentEncode);
};

/** Writes a number with its noun, which gets an s in the plural. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
