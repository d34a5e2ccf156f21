import { expect, test } from 'vitest';
import { countBlocks } from './branch-coverage.ts';

const root = new URL('../../../', import.meta.url).href;
const ranges = (...counts: number[]) =>
  counts.map((count, index) => ({ startOffset: index, endOffset: 9, count }));
const script = (path: string, ...functions: number[][]) => ({
  url: `${root}${path}`,
  functions: functions.map((counts) => ({
    functionName: '',
    isBlockCoverage: true,
    ranges: ranges(...counts),
  })),
});

test('blocks of functions are counted by room, but not those of modules and of other code', () => {
  const scripts = [
    script('lib/app/scans/x.ts', [1], [3, 0, 2], [0]),
    script('lib/domain/y.ts', [1], [1]),
    script('lib/engines/z.ts', [1], [1]),
    script('test/functions/a.ts', [1], [1]),
  ];
  expect(countBlocks(scripts)).toEqual({
    'lib/app': { blocks: 4, ran: 2 },
    'lib/domain': { blocks: 1, ran: 1 },
    functions: { blocks: 0, ran: 0 },
  });
});
