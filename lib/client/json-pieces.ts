import { EncodedJson } from './encoded-json.ts';

/** The characters of a piece before they are escaped. */
const pieceLength = 16_384;
/** Values below this depth have few bytes: components of an SBOM, and their members. */
const walkedDepth = 4;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** Cuts a text into slices, never between the halves of a character. */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + pieceLength);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

const isPlain = (value: object): value is Record<string, unknown> =>
  Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);

/** Whether a member of an object is written. */
const isWritten = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';

function* membersOf(value: Record<string, unknown>, depth: number): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (!isWritten(member)) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* piecesOf(member, depth + 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* itemsOf(value: readonly unknown[], depth: number): Generator<string> {
  yield '[';
  for (const [index, item] of value.entries()) {
    if (index > 0) yield ',';
    yield* piecesOf(item, depth + 1);
  }
  yield ']';
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) {
    yield '"';
    for (const slice of slicesOf(value)) yield JSON.stringify(slice).slice(1, -1);
    yield '"';
  } else if (value instanceof EncodedJson) yield* value.pieces();
  else if (depth < walkedDepth && Array.isArray(value)) yield* itemsOf(value, depth);
  else if (depth < walkedDepth && typeof value === 'object' && value !== null && isPlain(value))
    yield* membersOf(value, depth);
  else yield* slicesOf(JSON.stringify(value) ?? 'null');
}

/**
 * Yields the text that `JSON.stringify` gives, in pieces: a lockfile of 10 MB is not held a second time as text. A piece has
 * at most six times 16,384 characters, since an escape has six.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let collected = '';
  for (const piece of piecesOf(value, 0)) {
    collected += piece;
    if (collected.length < pieceLength) continue;
    yield collected;
    collected = '';
  }
  if (collected !== '') yield collected;
}
