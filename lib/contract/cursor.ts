import { Problem } from '@scangate/domain/problem';
import { sha256 } from '@scangate/engines/model/digest';

/** The list that a cursor continues, and the organization or account that the list belongs to. */
export interface CursorScope {
  list: string;
  owner: string;
}

const tagLength = 12;

/** Binds a cursor to its list and owner, so that an altered or foreign one is detected. */
const tagOf = (position: string, { list, owner }: CursorScope): string =>
  sha256(JSON.stringify([position, list, owner])).slice(0, tagLength);

/**
 * Creates an opaque cursor. It contains only a position; what may be read is decided by the caller's access, never
 * by the cursor.
 */
export const encodeCursor = (position: string | undefined, scope: CursorScope): string | undefined =>
  position === undefined ? undefined : Buffer.from(tagOf(position, scope) + position).toString('base64url');

/** @throws Problem invalid_cursor when it was altered, or belongs to another list. */
export const decodeCursor = (cursor: string | undefined, scope: CursorScope): string | undefined => {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString().slice(tagLength);
  // Compares the encoded form, because decoding ignores foreign characters and spare bits.
  if (cursor !== encodeCursor(position, scope)) throw new Problem('invalid_cursor');
  return position;
};

/** Makes the response of a list endpoint. */
export const pageResponse = <T>(items: T[], position: string | undefined, scope: CursorScope) => {
  const nextCursor = encodeCursor(position, scope);
  return { items, ...(nextCursor !== undefined && { nextCursor }) };
};
