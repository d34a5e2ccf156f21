import { unique } from '@scangate/engines/text/unique-texts';
import type { JsonCursor } from './json-cursor.ts';
import { asText } from './untrusted-value.ts';

/** Reads the members of an object, by their keys; undefined for any other value. The last one of a key counts. */
export const membersAt = <T>(
  cursor: JsonCursor,
  read: (cursor: JsonCursor, key: string) => T,
): Map<string, T> | undefined => {
  if (!cursor.enterObject()) return undefined;
  const members = new Map<string, T>();
  for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
    members.set(key, read(cursor, key));
  return members;
};

/** Reads the items of a list; undefined for any other value. */
export const itemsAt = <T>(cursor: JsonCursor, read: (cursor: JsonCursor) => T): T[] | undefined => {
  if (!cursor.enterList()) return undefined;
  const items: T[] = [];
  while (cursor.nextItem()) items.push(read(cursor));
  return items;
};

const noNames: readonly string[] = [];

/** Reads the keys of an object, whatever their values are; none for any other value. */
export const namesAt = (cursor: JsonCursor): readonly string[] => {
  if (!cursor.enterObject()) return noNames;
  const names: string[] = [];
  for (let name = cursor.nextKey(); name !== undefined; name = cursor.nextKey()) {
    cursor.skip();
    names.push(name);
  }
  return unique(names);
};

/** Reads the names in a table of dependencies whose range is a text; none for any other value. */
export const requestedNamesAt = (cursor: JsonCursor): readonly string[] => {
  if (!cursor.enterObject()) return noNames;
  const names: string[] = [];
  for (let name = cursor.nextKey(); name !== undefined; name = cursor.nextKey()) {
    const hasRange = cursor.isText();
    cursor.skip();
    if (hasRange && asText(name) !== undefined) names.push(name);
  }
  return unique(names);
};

/** Reads a text as `asText` does. */
export const textAt = (cursor: JsonCursor, maxLength = 512): string | undefined => {
  const text = cursor.text();
  // The cursor has seen what `asText` looks for.
  return text !== undefined && text !== '' && cursor.isVisible && text.length <= maxLength
    ? text
    : asText(text, maxLength);
};

/** Reused, because a list that grows has room for many more texts than nearly all lists have. */
const growing: string[] = [];

/** Reads the texts of a list as `textsOf` does. */
export const textsAt = (cursor: JsonCursor): string[] => {
  growing.length = 0;
  if (!cursor.enterList()) return [];
  while (cursor.nextItem()) {
    const text = textAt(cursor, 2048);
    if (text !== undefined) growing.push(text);
  }
  return growing.slice();
};
