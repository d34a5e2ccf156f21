import { Problem } from '@scangate/domain/problem';

/** Deeper than any known request, and shallow enough for recursive code. */
export const jsonDepthLimit = 128;

/** The objects and arrays of a request: five times those of a 10 MB SBOM, and few enough for a function's memory. */
export const jsonContainerLimit = 1_000_000;

const malformed = (detail: string): Problem => new Problem('malformed_json', { detail });

const quote = 0x22;
const backslash = 0x5c;
const [openObject, closeObject, openArray, closeArray, colon] = [0x7b, 0x7d, 0x5b, 0x5d, 0x3a];
const space = 0x20;

/** Returns the index of the quote that ends the string beginning at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === backslash) i++;
    else if (code === quote) return i;
  }
  throw malformed('A string does not end.');
};

const skipSpace = (text: string, from: number): number => {
  let i = from;
  while (i < text.length && text.charCodeAt(i) <= space) i++;
  return i;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed('The body is not valid JSON.');
  }
};

const checkKey = (raw: string, keys: Set<string>): void => {
  const key = raw.includes('\\') ? (parse(raw) as string) : raw.slice(1, -1);
  if (key === '__proto__') {
    throw new Problem('unknown_field', {
      detail: 'The field __proto__ is not accepted anywhere.',
      errors: [{ pointer: '', code: 'unknown_field', detail: '__proto__ is not accepted' }],
    });
  }
  if (keys.has(key)) throw malformed('An object has the same key twice.');
  keys.add(key);
};

/**
 * Refuses, in one linear pass, what parsers disagree about or fail on: excessive depth and size, duplicate keys,
 * `__proto__`. JSON.parse checks the rest (docs/adr/0004-request-bodies.md).
 */
const rejectUnsafe = (text: string): void => {
  const open: (Set<string> | undefined)[] = [];
  let containers = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === openObject || code === openArray) {
      open.push(code === openObject ? new Set() : undefined);
      if (open.length > jsonDepthLimit)
        throw malformed(`The JSON is nested more than ${jsonDepthLimit} deep.`);
      if (++containers > jsonContainerLimit)
        throw malformed(`The JSON has more than ${jsonContainerLimit} objects and arrays.`);
    } else if (code === closeObject || code === closeArray) {
      open.pop();
    } else if (code === quote) {
      const end = endOfString(text, i);
      const keys = open.at(-1);
      if (keys && text.charCodeAt(skipSpace(text, end + 1)) === colon) checkKey(text.slice(i, end + 1), keys);
      i = end;
    }
  }
};

const byteOrderMark = 0xfeff;

/** Parses a request's JSON. @throws Problem malformed_json or unknown_field. */
export const parseJson = (text: string): unknown => {
  if (text.charCodeAt(0) === byteOrderMark)
    throw malformed('The body begins with a byte order mark: send JSON in UTF-8 without one.');
  rejectUnsafe(text);
  return parse(text);
};
