import { JsonCursor } from '@scangate/engines/inventory/parse/json-cursor';
import { decodeByteText } from '@scangate/engines/text/byte-text';
import { scalar } from '@scangate/engines/inventory/parse/pick-json';

/** Some items of a list of the document, in its byte text. */
export interface Piece {
  key: string;
  from: number;
  to: number;
  /** The number of items before it. */
  done: number;
  /** The number of its items. */
  count: number;
}

/** A document whose lists are only located. */
interface SbomOutline {
  /** The members that are no lists, and empty lists. */
  others: unknown;
  pieces: Piece[];
}

/** The length of a piece, unless one item alone is longer. */
const pieceLength = 65_536;
/** Far more than a document may have, which has been checked. */
const maxDepth = 512;

const piecesOf = (cursor: JsonCursor, key: string): Piece[] => {
  const pieces: Piece[] = [];
  cursor.enterList();
  for (let done = 0; cursor.nextItem(); done += 1) {
    const [from, to] = cursor.skip();
    const last = pieces.at(-1);
    if (last && to - last.from <= pieceLength) {
      last.to = to;
      last.count += 1;
    } else pieces.push({ key, from, to, done, count: 1 });
  }
  return pieces;
};

/** Stands for any list, of which only that it is no object matters. */
const anyList: readonly unknown[] = [];

/**
 * Locates the items of the lists of a document, which is given as a byte text. Another value than an object is returned as it is, except for a list.
 * @throws SyntaxError if it is no JSON.
 */
export const outlineOf = (text: string): SbomOutline => {
  const cursor = new JsonCursor(text, maxDepth, { decode: decodeByteText });
  if (!cursor.isObject()) {
    const others = cursor.isList() ? anyList : undefined;
    const value = scalar(cursor);
    cursor.end();
    return { others: others ?? value, pieces: [] };
  }
  cursor.enterObject();
  const others = new Map<string, unknown>();
  const pieces = new Map<string, Piece[]>();
  for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
    const found = cursor.isList() ? piecesOf(cursor, key) : undefined;
    // Of members with the same name the last one counts.
    others.delete(key);
    pieces.delete(key);
    if (found && found.length > 0) pieces.set(key, found);
    else others.set(key, found ?? cursor.value());
  }
  cursor.end();
  return { others: Object.fromEntries(others), pieces: [...pieces.values()].flat() };
};

/** Parses the items of a piece. */
export const itemsOf = (text: string, { from, to }: Piece): unknown[] =>
  JSON.parse(`[${decodeByteText(text.slice(from, to))}]`) as unknown[];
