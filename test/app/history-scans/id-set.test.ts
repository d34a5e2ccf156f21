import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from '#app/history-scans/id-set.ts';
import { runs } from '#test/support/runs/samples.ts';

const idOf = (number: number): string =>
  number === 0 ? '0'.repeat(40) : createHash('sha1').update(String(number)).digest('hex');

test('contains each added id once, as a set of strings does', () => {
  const numbers = fc.array(fc.nat({ max: 6_000 }), { maxLength: 9_000, size: 'max' });
  fc.assert(
    fc.property(numbers, (added) => {
      const [ids, model] = [new IdSet(), new Set<string>()];
      for (const id of added.map(idOf)) {
        expect(ids.add(id)).toBe(!model.has(id));
        model.add(id);
      }
      expect(ids.size).toBe(model.size);
      for (let number = 0; number < 6_000; number += 97)
        expect(ids.has(idOf(number))).toBe(model.has(idOf(number)));
    }),
    { numRuns: runs(10) },
  );
});

test('contains no id of another length, and refuses to add one', () => {
  const ids = new IdSet();
  expect(ids.has(idOf(1))).toBe(false);
  ids.add(idOf(1));
  expect(ids.has('ab'.repeat(32))).toBe(false);
  expect(() => ids.add('ab'.repeat(32))).toThrow('another length');
});
