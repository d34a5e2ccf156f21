import type { JsonCursor } from './json-cursor.ts';

/** Makes what is wanted of the value at the cursor, and skips the rest of it. */
export type Pick = (cursor: JsonCursor) => unknown;

const define = (table: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__')
    Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  else table[key] = value;
};

/** Picks a string, number, truth value or null; null of everything else. */
export const scalar: Pick = (cursor) => {
  if (!cursor.isObject() && !cursor.isList()) return cursor.value();
  cursor.skip();
  return null;
};

/** Picks a whole value if its text is not longer than this. */
export const upTo =
  (maxLength: number): Pick =>
  (cursor) =>
    cursor.value(maxLength);

/** Picks these members of an object; null of everything else. */
export const members = (picks: Readonly<Record<string, Pick>>): Pick => {
  const known = new Map(Object.entries(picks));
  return (cursor) => {
    if (!cursor.enterObject()) return null;
    const table: Record<string, unknown> = {};
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      const pick = known.get(key);
      if (pick) table[key] = pick(cursor);
      else cursor.skip();
    }
    return table;
  };
};

/** Picks the same of every member of an object; null of everything else. */
export const each =
  (pick: Pick): Pick =>
  (cursor) => {
    if (!cursor.enterObject()) return null;
    const table: Record<string, unknown> = {};
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
      define(table, key, pick(cursor));
    return table;
  };
