import { expect, test } from 'vitest';
import { modulesOf, tablesOf } from './corpus-modules.ts';
import { scoreOfLines, scoreRows } from './score.ts';

test('a missed line lowers the recall, and a wrong or repeated one the precision', () => {
  const score = scoreOfLines([
    { expected: ['a', 'b', 'b'], found: ['a', 'b'] },
    { expected: ['c'], found: ['c', 'c', 'd'] },
  ]);
  expect(score).toEqual({ expected: 4, found: 5, both: 3 });
  expect(scoreRows('S', 'w', score).map(({ what, value }) => [what, value])).toEqual([
    ['w: recall', 3 / 4],
    ['w: precision', 3 / 5],
  ]);
});

test('the files in folders of a corpus are measured, and each table that a file exports', async () => {
  const isList = (exported: unknown): exported is unknown[] => Array.isArray(exported);
  const names = (await tablesOf('inventory', isList)).map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(['further-tools/cpp', 'further-locks: podfile', 'tools: terraform']),
  );
  expect(new Set(names).size).toBe(names.length);
  expect((await modulesOf('versions')).map(([file]) => file)).toContain('r');
});
