/** Deeper than any real document. */
const maxDepth = 1_000;
/** More than the outermost object of any real document has. */
const maxNames = 1_000;

const codeOf = (sign: string): number => sign.charCodeAt(0);
const [quote, backslash, comma, colon] = [codeOf('"'), codeOf('\\'), codeOf(','), codeOf(':')];
const [openBrace, closeBrace] = [codeOf('{'), codeOf('}')];
const [openBracket, closeBracket] = [codeOf('['), codeOf(']')];

const space = /[ \t\r\n]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Returns where a match at an index ends, or NaN without one. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : Number.NaN;
};

const endOfString = (text: string, start: number): number => {
  if (text.charCodeAt(start) !== quote) return Number.NaN;
  for (let at = start + 1; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code < 0x20) break;
    at = code === backslash ? endOf(escape, text, at) : at + 1;
  }
  return Number.NaN;
};

/** Returns where the colon after the name of a member ends. */
const endOfName = (text: string, start: number): number => {
  const at = endOf(space, text, endOfString(text, start));
  return text.charCodeAt(at) === colon ? at + 1 : Number.NaN;
};

type Expected = 'value' | 'first item' | 'name' | 'first name' | 'separator';

interface Position {
  at: number;
  expected: Expected;
  /** The closing brackets of the containers around it. */
  closing: number[];
}

/** Skips one token. */
const step = (text: string, position: Position): void => {
  const { at, expected, closing } = position;
  const code = text.charCodeAt(at);
  const close = closing.at(-1);
  const mayClose = expected === 'separator' || expected.startsWith('first');
  if (mayClose && close !== undefined && code === close) {
    closing.pop();
    Object.assign(position, { at: at + 1, expected: 'separator' });
  } else if (expected === 'separator') {
    position.at = code === comma && close !== undefined ? at + 1 : Number.NaN;
    position.expected = close === closeBrace ? 'name' : 'value';
  } else if (expected.endsWith('name')) {
    Object.assign(position, { at: endOfName(text, at), expected: 'value' });
  } else if (code === openBrace || code === openBracket) {
    closing.push(code === openBrace ? closeBrace : closeBracket);
    position.at = closing.length <= maxDepth ? at + 1 : Number.NaN;
    position.expected = code === openBrace ? 'first name' : 'first item';
  } else {
    position.at = code === quote ? endOfString(text, at) : endOf(scalar, text, at);
    position.expected = 'separator';
  }
};

const isName = ({ expected }: Position): boolean => expected.endsWith('name');

/**
 * Reads the names of the members of an outermost object; undefined when the text is not JSON, empty for any other
 * value. The values are not parsed: those of a 10 MB document may take 200 MB.
 */
export const membersOfJson = (text: string): ReadonlySet<string> | undefined => {
  const position: Position = { at: endOf(space, text, 0), expected: 'value', closing: [] };
  const names = new Set<string>();
  while (position.at < text.length) {
    const start = position.at;
    const isMember = isName(position) && position.closing.length === 1;
    step(text, position);
    if (Number.isNaN(position.at)) return undefined;
    if (isMember && names.size < maxNames && text.charCodeAt(start) === quote)
      names.add(JSON.parse(text.slice(start, endOfString(text, start))) as string);
    position.at = endOf(space, text, position.at);
  }
  return position.expected === 'separator' && position.closing.length === 0 ? names : undefined;
};

/** Removes the white space between the values of a JSON text, and a byte order mark. */
export const compactJson = (bytes: Uint8Array): Uint8Array => {
  const compact = new Uint8Array(bytes.length);
  const mark = [0xef, 0xbb, 0xbf].every((byte, at) => bytes[at] === byte) ? 3 : 0;
  let [length, isInString, isEscaped] = [0, false, false];
  for (let at = mark; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isInString && byte <= 0x20) continue;
    if (!isEscaped && byte === quote) isInString = !isInString;
    isEscaped = isInString && !isEscaped && byte === backslash;
    compact[length] = byte;
    length += 1;
  }
  return compact.subarray(0, length);
};
