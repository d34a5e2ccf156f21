import { expect, test } from 'vitest';
import { RecordIndex } from '#adapters/memory/record-index.ts';

test('a key is only in the group that it was moved to last', () => {
  const index = new RecordIndex();
  index.move('a', undefined, 'one');
  index.move('b', undefined, 'one');
  index.move('a', 'one', 'two');
  index.move('b', 'one', 'one');
  expect([[...index.keysOf('one')], [...index.keysOf('two')]]).toEqual([['b'], ['a']]);
  index.move('b', 'one', undefined);
  expect([...index.keysOf('one'), ...index.keysOf('never')]).toEqual([]);
});
