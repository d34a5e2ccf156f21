import { expect, test } from 'vitest';
import type { RangeEvent } from '@scangate/engines/advisories/affected-ranges';
import { compileRange } from '@scangate/engines/advisories/affected-ranges';
import { judgeVersion } from '@scangate/engines/sca/judge-version';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';

const judge = (version: string, events: RangeEvent[], versions: string[] = []) => {
  const ranges = compileRange(events, versionOrder('PyPI')!) ?? [];
  return judgeVersion('PyPI', version, { ranges, versions });
};

test.each<[version: string, events: RangeEvent[], judgment: string]>([
  ['2.7.0+cpu', [['l', '2.7.0']], 'affected'],
  ['2.7.0+cpu', [['f', '2.7.0']], 'unaffected'],
  ['2.7.0+cpu', [['i', '2.7.0']], 'affected'],
  ['2.7.0+security.1', [['f', '2.7.0+security.1']], 'unaffected'],
  ['2.7.0+security.2', [['f', '2.7.0+security.1']], 'unaffected'],
  ['2.7.0', [['f', '2.7.0+security.1']], 'affected'],
  ['2.7.0+build.2', [['l', '2.7.0+build.1']], 'unaffected'],
  ['2.7.0+build.1', [['i', '2.7.0+build.2']], 'unaffected'],
])('%s with the events %j is %s', (version, events, judgment) => {
  expect(judge(version, events)).toBe(judgment);
});

test('an exact version without a local label includes all builds of it, one with a label only that build', () => {
  expect(judge('1.0+a', [], ['1.0'])).toBe('affected');
  expect(judge('1.0+a', [], ['1.0+a'])).toBe('affected');
  expect(judge('1.0+b', [], ['1.0+a'])).toBe('unaffected');
  expect(judge('1.0', [], ['1.0+a'])).toBe('unaffected');
});

test('an interval that begins where another ends is kept, in any order of the events', () => {
  const adjacent: RangeEvent[] = [
    ['i', '0.13.0'],
    ['f', '0.14.0rc1'],
    ['i', '0.12.2'],
    ['f', '0.13.0'],
  ];
  for (const events of [adjacent, adjacent.toReversed()]) {
    const judged = ['0.12.1', '0.12.2', '0.13.0', '0.13.5', '0.14.0'].map((v) => judge(v, events));
    expect(judged).toEqual(['unaffected', 'affected', 'affected', 'affected', 'unaffected']);
  }
});

test('of overlapping intervals in one range the first fix ends both', () => {
  const events: RangeEvent[] = [
    ['i', '0'],
    ['i', '1.0'],
    ['f', '1.2'],
    ['f', '1.5'],
  ];
  expect(['0.5', '1.1', '1.2', '1.4'].map((v) => judge(v, events))).toEqual([
    'affected',
    'affected',
    'unaffected',
    'unaffected',
  ]);
});
