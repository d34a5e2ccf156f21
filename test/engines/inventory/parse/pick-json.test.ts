import { expect, test } from 'vitest';
import { JsonCursor } from '@scangate/engines/inventory/parse/json-cursor';
import { each, members, scalar, upTo, type Pick } from '@scangate/engines/inventory/parse/pick-json';

const picked = (pick: Pick, value: unknown): unknown => {
  const cursor = new JsonCursor(typeof value === 'string' ? value : JSON.stringify(value), 20);
  const made = pick(cursor);
  cursor.end();
  return made;
};

test.each([
  ['"a"', 'a'],
  ['1.5', 1.5],
  ['true', true],
  ['null', null],
  ['[{}]', null],
  ['{"a":1}', null],
])('of %s only a scalar is picked', (text, value) => {
  expect(picked(scalar, text)).toBe(value);
});

test('of an object only the members that are wanted are made, and null of anything else', () => {
  const pick = members({ name: scalar, tables: each(scalar) });
  expect(picked(pick, { name: 'a', other: [{}, {}], tables: { b: '1', c: [1] } })).toEqual({
    name: 'a',
    tables: { b: '1', c: null },
  });
  expect(picked(pick, { name: {}, tables: [] })).toEqual({ name: null, tables: null });
  expect(picked(pick, [])).toBeNull();
});

test('a value is picked unless its text is too long', () => {
  expect(picked(upTo(9), { a: [1] })).toEqual({ a: [1] });
  expect(picked(upTo(8), { a: [1] })).toBeUndefined();
});

test('a member named __proto__ is an ordinary one, and the last of two counts', () => {
  const made = picked(each(scalar), '{"__proto__":{},"a":1,"a":2}') as object;
  expect(Object.entries(made)).toEqual([
    ['__proto__', null],
    ['a', 2],
  ]);
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
});
