const statement = /coding[:=]/;
const encodingName = /^[-\w.]{1,60}/;
const unicode = /^(?:utf[-_]?8(?:[-_]sig)?|(?:us[-_]?)?ascii)$/i;
/** Encodings in which ASCII is ASCII, and other characters may be anything, even a line break. */
const aroundAscii = /^(?:latin[-_]?\d{1,2}|iso[-_]?8859[-_]\d{1,2}|(?:cp|windows[-_]?)125\d)$/i;
// oxlint-disable-next-line no-control-regex -- all of ASCII
const beyondAscii = /[^\u0000-\u007f]/;

const statedIn = (line: string): string | undefined =>
  line
    .split(statement)
    .slice(1)
    .map((rest) => encodingName.exec(rest.trimStart())?.[0])
    .find((name) => name !== undefined);

/**
 * Returns the encoding that one of the first two lines of a requirements file states to pip, if the file means something
 * else in it than in UTF-8: in UTF-7 a comment may hold a line break.
 */
export const otherEncodingOf = (text: string): string | undefined => {
  if (!text.startsWith('#') && !text.startsWith('#', text.indexOf('\n') + 1)) return undefined;
  for (const line of text.split('\n', 2)) {
    const encoding = line.startsWith('#') ? statedIn(line) : undefined;
    if (encoding === undefined) continue;
    const isRead = unicode.test(encoding) || (aroundAscii.test(encoding) && !beyondAscii.test(text));
    return isRead ? undefined : encoding;
  }
  return undefined;
};
