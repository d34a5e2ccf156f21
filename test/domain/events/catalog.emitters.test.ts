import { expect, test } from 'vitest';
import { eventTypes, isEventType } from '@scangate/domain/events/event-types';
import { imports, textOf } from '#test/tidy/source-tree.ts';

/** The types that each file emits, by their names in it. */
const emitters = imports
  .filter(({ from, to }) => to === 'lib/domain/events/emit-event.ts' && !from.startsWith('test/'))
  .filter(({ from }) => /\bemitEvent\(/.test(textOf(from)))
  .map(({ from: path }) => {
    const literals = [...textOf(path).matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, literal = '']) => literal);
    return { path, types: [...new Set(literals.filter(isEventType))] };
  });

test('every type of the catalog is emitted, and by one file', () => {
  const found = emitters.flatMap(({ types }) => types).toSorted();
  expect(found).toEqual([...eventTypes].toSorted());
});

test('every file that emits is one of the rules, which use cases call', () => {
  expect(emitters.filter(({ path }) => !/^lib\/(?:domain|app)\//.test(path))).toEqual([]);
});
