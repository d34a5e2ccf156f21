import { expect, test } from 'vitest';
import { unique } from '@scangate/engines/text/unique-texts';

test('repetitions are dropped from short and long lists, and the order stays', () => {
  const many = Array.from({ length: 40 }, (_, at) => `n${at % 7}`);
  expect(unique(['b', 'a', 'b'])).toEqual(['b', 'a']);
  expect(unique(many)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
});

test('a list without repetitions is the same list', () => {
  const list = ['b', 'a'];
  expect(unique(list)).toBe(list);
});
