/** Control characters, what turns the direction of text or has no width, and what XML cannot hold. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const escaped = (sign: string): string => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const longest = 1000;

/**
 * Text from outside as one line that shows what it holds: half characters become U+FFFD, blanks one space, and
 * what would not print an escape. Longer than `most` characters it ends in an ellipsis.
 */
export const oneLine = (text: string, most = longest): string => {
  const line = text
    .slice(0, most * 2)
    .toWellFormed()
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .replace(unprintable, escaped);
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
};

const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

/**
 * An address that may be shown as a link, or undefined. Parsers of addresses are generous: here is a URI to the
 * letter (RFC 3986), without anything that could end it in Markdown.
 */
export const safeHttpUrl = (text: string): string | undefined => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname.startsWith('[')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const [head = '', ...fragment] = url.href.split('#');
  const whole = fragment.length > 0 ? `${head}#${fragment.join('%23')}` : head;
  return whole.replace(/[^A-Za-z0-9:/?&=%._~#+,;@-]|%(?![0-9A-Fa-f]{2})/g, encoded);
};
