import { Problem } from '@scangate/domain/problem';
import { sha256 } from '@scangate/engines/model/digest';

const tagLength = 12;

/** Binds a cursor to whose list it came from, so that a changed or foreign one is noticed. */
const tagOf = (position: string, list: string, owner: string): string =>
  sha256(JSON.stringify([position, list, owner])).slice(0, tagLength);

/** An opaque cursor. It holds a position only: what may be read is decided by the caller, never by a cursor. */
export const encodeCursor = (position: string | undefined, list: string, owner: string): string | undefined =>
  position === undefined
    ? undefined
    : Buffer.from(tagOf(position, list, owner) + position).toString('base64url');

/** @throws Problem invalid_cursor when it was altered, or belongs to another list. */
export const decodeCursor = (cursor: string | undefined, list: string, owner: string): string | undefined => {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString().slice(tagLength);
  // Compared as it is encoded: decoding overlooks foreign characters and spare bits.
  if (cursor !== encodeCursor(position, list, owner)) throw new Problem('invalid_cursor');
  return position;
};

/** The answer of a list endpoint. */
export const pageResponse = <T>(items: T[], position: string | undefined, list: string, owner: string) => {
  const nextCursor = encodeCursor(position, list, owner);
  return { items, ...(nextCursor !== undefined && { nextCursor }) };
};
