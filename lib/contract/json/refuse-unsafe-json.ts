import { Problem } from '@scangate/domain/problem';
import { KeyTrees } from './key-trees.ts';

/** Deeper than any valid request, and shallow enough for recursive code. */
export const jsonDepthLimit = 128;

/**
 * The limit of objects and arrays in a request: five times those of a 10 MB SBOM, and few enough for a function's
 * memory.
 */
export const jsonContainerLimit = 1_000_000;

/** The refusal of a body that is not acceptable JSON. */
export const malformed = (detail: string): Problem => new Problem('malformed_json', { detail });

/** The refusal of a body that is not JSON. */
export const notJson = (): Problem => malformed('The body is not valid JSON.');

const quote = 0x22;
const backslash = 0x5c;
const [openObject, closeObject, openArray, closeArray, colon] = [0x7b, 0x7d, 0x5b, 0x5d, 0x3a];
const space = 0x20;

/** Returns the index of the quote that ends the string beginning at `start`; negative when the string has escapes. */
const endOfString = (text: Buffer, start: number): number => {
  let hasEscapes = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === backslash) {
      hasEscapes = true;
      at += 1;
    } else if (byte === quote) return hasEscapes ? -at : at;
  }
  throw malformed('A string does not end.');
};

const skipSpace = (text: Buffer, from: number): number => {
  let at = from;
  while (at < text.length && (text[at] ?? 0) <= space) at += 1;
  return at;
};

const decodedKey = (raw: string): string => {
  try {
    return JSON.parse(raw) as string;
  } catch {
    throw notJson();
  }
};

const refuseProto = (): never => {
  throw new Problem('unknown_field', {
    detail: 'The field __proto__ is not accepted anywhere.',
    errors: [{ pointer: '', code: 'unknown_field', detail: '__proto__ is not accepted' }],
  });
};

const proto = '__proto__';

/** Adds a key that begins after the quote at `start`; `end` is the result of endOfString. */
const addKey = (keys: KeyTrees, text: Buffer, [start, end]: readonly [number, number]): boolean => {
  if (end < 0) {
    const key = decodedKey(text.toString('utf8', start, 1 - end));
    return key === proto ? refuseProto() : keys.addText(key);
  }
  const isProto = end - start - 1 === proto.length && text.toString('latin1', start + 1, end) === proto;
  return isProto ? refuseProto() : keys.addPlace(start + 1, end);
};

/**
 * Refuses, in one linear pass over UTF-8, constructs on which parsers disagree or fail: excessive depth and size,
 * duplicate keys, `__proto__`. A parser checks the rest (docs/adr/0004-request-bodies.md). @throws Problem
 */
export const refuseUnsafeJson = (text: Buffer): void => {
  const keys = new KeyTrees(text);
  const open: boolean[] = [];
  let containers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === openObject || byte === openArray) {
      open.push(byte === openObject);
      if (byte === openObject) keys.openObject();
      if (open.length > jsonDepthLimit)
        throw malformed(`The JSON is nested more than ${jsonDepthLimit} deep.`);
      if (++containers > jsonContainerLimit)
        throw malformed(`The JSON has more than ${jsonContainerLimit} objects and arrays.`);
    } else if (byte === closeObject || byte === closeArray) {
      if (open.pop()) keys.closeObject();
    } else if (byte === quote) {
      const end = endOfString(text, at);
      const isKey = open.at(-1) && text[skipSpace(text, Math.abs(end) + 1)] === colon;
      if (isKey && !addKey(keys, text, [at, end])) throw malformed('An object has the same key twice.');
      at = Math.abs(end);
    }
  }
};
