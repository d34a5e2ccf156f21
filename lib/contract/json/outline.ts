/** More members of a value are not needed to see that it is invalid. */
const maxMembers = 1_000;
const maxTextBytes = 4_096;
/** Values up to this length are kept whole. */
const maxWholeBytes = 65_536;

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const [openObject, closeObject, openArray, closeArray, comma] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];

const isOpening = (byte: number | undefined): boolean => byte === openObject || byte === openArray;
const isClosing = (byte: number | undefined): boolean => byte === closeObject || byte === closeArray;

/** Returns the index after the string that begins at `start`. */
const behindString = (json: Buffer, start: number): number => {
  let at = start + 1;
  while (json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at + 1;
};

/** Returns the index after the key or value that begins at `start`. */
const behind = (json: Buffer, start: number): number => {
  if (json[start] === quote) return behindString(json, start);
  let depth = 0;
  for (let at = start; at < json.length;) {
    const byte = json[at];
    if (depth === 0 && (byte === comma || isClosing(byte))) return at;
    if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    at = byte === quote ? behindString(json, at) : at + 1;
    if (depth === 0 && isClosing(byte)) return at;
  }
  return json.length;
};

/**
 * Returns the bytes of a character or escape within a string; for a multi-byte character, those of the first byte
 * only.
 */
const stepOf = (json: Buffer, at: number): number => {
  if (json[at] !== backslash) return 1;
  return json[at + 1] === letterU ? 6 : 2;
};

/** Returns the beginning of a string as a valid string. */
const cutString = (json: Buffer): string => {
  let at = 1;
  while (at < maxTextBytes) at += stepOf(json, at);
  while (((json[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return `${json.toString('utf8', 0, at)}"`;
};

const emptied = (json: Buffer): string => {
  if (json[0] === openObject) return '{}';
  if (json[0] === openArray) return '[]';
  return json[0] === quote && json.length > maxTextBytes ? cutString(json) : json.toString('utf8');
};

/**
 * Shortens a value without changing how a schema of plain fields judges it: a long text keeps its beginning, and an
 * object or list keeps its first members, with their contents emptied. This avoids holding values of megabytes,
 * which no field may have.
 * @param json one value without white space.
 */
export const outline = (json: Buffer): string => {
  if (json.length <= maxWholeBytes) return json.toString('utf8');
  if (!isOpening(json[0])) return emptied(json);
  const isObject = json[0] === openObject;
  const members: string[] = [];
  for (let at = 1; at < json.length - 1 && members.length < maxMembers;) {
    const keyEnd = isObject ? behindString(json, at) + 1 : at;
    const end = behind(json, keyEnd);
    members.push(json.toString('utf8', at, keyEnd) + emptied(json.subarray(keyEnd, end)));
    at = end + 1;
  }
  return isObject ? `{${members.join(',')}}` : `[${members.join(',')}]`;
};
