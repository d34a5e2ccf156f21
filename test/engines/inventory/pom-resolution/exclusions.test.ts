import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Exclusions } from '@scangate/engines/inventory/pom-resolution/exclusions';

const part = fc.constantFrom('a', 'b', 'c', '*');
const pattern = fc.tuple(part, part).map((parts) => parts.join(':'));
const names = ['a', 'b', 'c'].flatMap((group) => ['a', 'b', 'c'].map((artifact) => `${group}:${artifact}`));

const isExcluded = (name: string, patterns: readonly string[]): boolean => {
  const [group = '', artifact = ''] = name.split(':');
  return patterns.some((one) => {
    const [g = '', a = ''] = one.split(':');
    return (g === '*' || g === group) && (a === '*' || a === artifact);
  });
};

test('an artifact is excluded if any pattern along its path excludes it, and no other is', () => {
  const steps = fc.array(fc.array(pattern, { maxLength: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (path) => {
      const above = [Exclusions.none];
      for (const patterns of path) above.push((above.at(-1) ?? Exclusions.none).with(patterns));
      for (const [depth, exclusions] of above.entries())
        for (const name of names)
          expect(exclusions.has(name)).toBe(isExcluded(name, path.slice(0, depth).flat()));
    }),
  );
});

test('a hundred thousand nodes that each add a pattern to ten thousand do not copy them', () => {
  const many = Exclusions.none.with(Array.from({ length: 10_000 }, (_, index) => `g:${index}`));
  const added = Array.from({ length: 100_000 }, (_, index) => many.with([`h:${index}`]));
  expect(added.every((one, index) => one.has('g:9999') && one.has(`h:${index}`))).toBe(true);
});
