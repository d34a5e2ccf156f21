import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { SeenItems } from '@scangate/engines/sbom/validation/seen-items';

afterEach(() => void vi.unstubAllGlobals());

const saltOf = (document: string): string => createHash('sha256').update(document).digest('base64');
const [salt, otherSalt] = [saltOf('a document'), saltOf('another document')];

const items = 1_000;
const places = items * 1.5 + 1;
/** The part of the table in which chosen items crowd. */
const crowdedPlaces = places / 50;

/** The place at which the search for an item begins: by the first 32 bits of its salted digest. */
const placeOf = (item: string): number =>
  createHash('sha256').update(salt).update(JSON.stringify(item)).digest().readUInt32BE(0) % places;

/** Items that somebody chose who knows the salt. */
const chosenItems = (): string[] => {
  const found: string[] = [];
  for (let number = 0; found.length < items; number++)
    if (placeOf(`item ${number}`) < crowdedPlaces) found.push(`item ${number}`);
  return found;
};

/** Counts how often the table is read while items are added. */
const readsOf = (added: readonly string[], by: string): number => {
  let reads = 0;
  const Counted = function () {
    return new Proxy(
      {},
      {
        get: (_none, name) => {
          reads += /^\d+$/.test(String(name)) ? 1 : 0;
          const value: unknown = Reflect.get(table, name);
          return typeof value === 'function' ? value.bind(table) : value;
        },
        set: (_none, name, value) => Reflect.set(table, name, value),
      },
    );
  };
  const table = new Uint32Array(Math.ceil(places) * 2);
  vi.stubGlobal('Uint32Array', Counted);
  const seen = new SeenItems(items, by);
  vi.unstubAllGlobals();
  expect(added.every((item) => seen.add(item))).toBe(true);
  expect(seen.add(added.at(-1))).toBe(false);
  return reads;
};

test('items that crowd a table with one salt do not crowd one with another: the salt decides where each is', () => {
  const chosen = chosenItems();
  const [crowded, spread] = [readsOf(chosen, salt), readsOf(chosen, otherSalt)];
  // Half of the items are passed before the place of each one.
  expect(crowded).toBeGreaterThan((items * items) / 4);
  expect(spread).toBeLessThan(10 * items);
});

test('two tables with different salts find the same repeated items', () => {
  for (const by of [salt, otherSalt]) {
    const seen = new SeenItems(4, by);
    expect(seen.add({ a: 1, b: [2] })).toBe(true);
    expect(seen.add({ a: 1 })).toBe(true);
    expect(seen.add({ b: [2], a: 1 })).toBe(false);
    expect(seen.add({ b: [3], a: 1 })).toBe(true);
  }
});
