import { describe, expect, test } from 'vitest';
import { reportSuppressions } from '@scangate/domain/verdict/suppression-report';
import type { UnitResult } from '@scangate/engines/model/results';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import {
  ownSuppressions,
  type Suppressions,
  type UnitSuppressions,
} from '@scangate/engines/model/gate/suppressions';

type Reported = Parameters<typeof reportSuppressions>[0];

const unit = (path: string) => ({ projectUnitId: path, path, type: 'npm', status: 'completed', charge: {} });
const scanOf = (changes: object = {}): Reported =>
  ({ units: [unit(''), unit('web')], scanTypes: ['sca', 'secrets', 'sast'], ...changes }) as Reported;
const resultOf = (suppressions: Partial<UnitSuppressions> = {}) =>
  ({
    suppressions: { suppressed: [], matched: [], proposed: [], unused: [], ...suppressions },
  }) as unknown as UnitResult;
const entries = (text: string, file = '.scangateignore') => parseIgnoreFile(Buffer.from(text), file).entries;
const reviewed = (own: string, tip: string): Suppressions => ({
  ...ownSuppressions,
  mode: 'reviewed',
  own: entries(own),
  entries: entries(tip),
  comments: [],
});
const commit = (...own: Suppressions['own'][]): Suppressions => ({ ...ownSuppressions, own: own.flat() });

describe('suppressions that only the commit has are proposed', () => {
  test('but not an entry that the reviewed side has on another line', () => {
    const { suppressionsProposed } = reportSuppressions(
      scanOf(),
      [resultOf()],
      reviewed('new/\nold/ # other reason\n!src/', 'old/'),
    );
    expect(suppressionsProposed).toEqual([{ file: '.scangateignore', line: 1, entry: 'new/' }]);
  });

  test('but none when the suppressions of the commit count', () => {
    expect(reportSuppressions(scanOf(), [resultOf()], commit(entries('a/')))).toMatchObject({
      suppressionsProposed: [],
    });
  });

  test('the comments of all units follow, each once', () => {
    const place = { file: 'web/a.js', line: 3, entry: 'scangate:allow js-xss' };
    const { suppressionsProposed } = reportSuppressions(
      scanOf(),
      [resultOf({ proposed: [place] }), resultOf({ proposed: [place] })],
      reviewed('a/', ''),
    );
    expect(suppressionsProposed.map(({ file }) => file)).toEqual(['.scangateignore', 'web/a.js']);
  });
});

describe('an entry that matched nothing is reported', () => {
  const unusedIn = (scan: Reported, suppressions: Suppressions, matched: string[] = []) =>
    reportSuppressions(scan, [resultOf({ matched }), resultOf()], suppressions).suppressionsUnused.map(
      ({ entry, reason }) => `${entry}: ${reason}`,
    );

  test('when no unit matched it', () => {
    expect(unusedIn(scanOf(), commit(entries('a/\nb/')), ['.scangateignore:2'])).toEqual([
      'a/: matched_nothing',
    ]);
  });

  test('not for a scan type that did not run, nor a unit that was not scanned', () => {
    const types = scanOf({ scanTypes: ['secrets'] });
    expect(unusedIn(types, commit(entries('sast:js-xss\nsca:CVE-2021-1\nsecrets:*')))).toEqual([
      'secrets:*: matched_nothing',
    ]);
    expect(unusedIn(scanOf({ projectUnitId: 'web' }), commit(entries('a/')))).toEqual([]);
    expect(unusedIn(scanOf(), commit(entries('a/', 'web/.scangateignore')))).toEqual(['a/: matched_nothing']);
  });

  test('in a file that is neither at the root nor at a unit', () => {
    const nowhere = commit(entries('a/', 'src/.scangateignore'));
    expect(unusedIn(scanOf(), nowhere)).toEqual(['a/: matched_nothing']);
    expect(unusedIn(scanOf({ projectUnitId: 'web' }), nowhere)).toEqual([]);
  });

  test('with the more precise reason of a unit', () => {
    const unused = [
      { file: '.scangateignore', line: 1, entry: 'sast:nope', reason: 'unknown_rule' as const },
    ];
    const { suppressionsUnused } = reportSuppressions(
      scanOf(),
      [resultOf({ unused }), resultOf({ unused })],
      commit(entries('sast:nope')),
    );
    expect(suppressionsUnused).toEqual(unused);
  });
});

test('the lists are bounded, and the rest is counted', () => {
  const text = Array.from({ length: 80 }, (_, n) => `folder${n}/`).join('\n');
  const report = reportSuppressions(scanOf(), [resultOf()], reviewed(text, ''));
  expect(report.suppressionsProposed).toHaveLength(50);
  expect(report.suppressionsOmitted).toEqual({ proposed: 30, unused: 0 });
});
