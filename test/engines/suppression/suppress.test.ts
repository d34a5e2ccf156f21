import { describe, expect, test } from 'vitest';
import { assessUnit } from '@scangate/engines/assess-unit';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { suppressionsOf } from '@scangate/engines/suppression/reviewed-suppressions';
import type { Suppressions } from '@scangate/engines/model/gate/suppressions';
import { unitOf } from '../source-unit.ts';

const key = (seed = 1): string => `sk_live_${fake(base62, 24, seed)}`;

const assess = (contents: Record<string, string>, path = ''): Promise<AssessedUnit> =>
  assessUnit(
    { projectUnitId: 'u', scanTypes: ['secrets', 'sast'], fullScope: true, skipped: [] },
    {
      unit: { path, type: 'source' },
      files: unitOf(contents),
      inventory: { unitType: 'source', components: [], direct: [], read: [], unread: [], notes: [] },
      lineKey: 'key',
    },
  );

const judge = async (assessed: AssessedUnit, suppressions: Suppressions) => {
  const gate = { policy: defaultPolicy, waivers: [], suppressions, judgedAt: '2026-01-01T00:00:00.000Z' };
  const { findings, result } = await judgeUnit(assessed, gate, emptyAdvisoryIndex);
  return { ...result.suppressions, by: findings.map(({ suppressed }) => suppressed?.by) };
};

const nothing = { ignoreFiles: [], comments: [], unchanged: [] };
const reviewed = (changes: object) =>
  ({ branch: 'main', tip: 't', headIsReviewed: false, ...nothing, ...changes }) as const;
const own = (text: string, path = '.scangateignore') => [{ path, text }];

describe('with a reviewed side', () => {
  const ignore = 'secrets:stripe-key # rotated';
  const unit = { 'a.env': `A=${key()}\n`, '.scangateignore': ignore };

  test('an entry of the reviewed side counts, and one that only the commit has does not', async () => {
    const assessed = await assess(unit);
    const both = suppressionsOf('reviewed', {
      own: own(ignore),
      reviewed: reviewed({ ignoreFiles: own(ignore) }),
    });
    expect(await judge(assessed, both)).toMatchObject({
      by: ['.scangateignore'],
      matched: ['.scangateignore:1'],
      unused: [],
    });
    const onlyOwn = suppressionsOf('reviewed', { own: own(ignore), reviewed: reviewed({}) });
    expect(await judge(assessed, onlyOwn)).toMatchObject({ by: [undefined], matched: [] });
  });

  test('nothing of a commit counts when no reviewed side is available', async () => {
    const commented = await assess({ ...unit, 'a.env': `A=${key()} # scangate:allow stripe-key x\n` });
    const { by, proposed } = await judge(commented, suppressionsOf('reviewed', { own: own(ignore) }));
    expect(by).toEqual([undefined]);
    expect(proposed).toEqual([{ file: 'a.env', line: 1, entry: 'scangate:allow stripe-key' }]);
  });

  test('a commit that is its own reviewed side can suppress', async () => {
    const self = suppressionsOf('reviewed', {
      own: own(ignore),
      reviewed: reviewed({ headIsReviewed: true }),
    });
    expect((await judge(await assess(unit), self)).by).toEqual(['.scangateignore']);
  });

  test('a comment counts in an unchanged file, and over an unchanged line with the same comment', async () => {
    const text = `A=${key()} # scangate:allow stripe-key old\nB=1\n`;
    const assessed = await assess({ 'a.env': text }, 'web');
    const judged = (changes: object) =>
      judge(assessed, suppressionsOf('reviewed', { own: [], reviewed: reviewed(changes) }));
    expect((await judged({ unchanged: ['web/a.env'] })).by).toEqual(['scangate:allow']);
    expect(await judged({})).toMatchObject({
      by: [undefined],
      proposed: [{ file: 'web/a.env', line: 1 }],
    });
    const [comment] = assessed.allowComments;
    const comments = [{ rule: 'stripe-key', file: 'web/a.env', lineDigest: comment!.lineDigest }];
    expect((await judged({ comments })).by).toEqual(['scangate:allow']);
    const other = [{ ...comments[0], lineDigest: 'other' }];
    expect((await judged({ comments: other })).by).toEqual([undefined]);
  });

  test('a copy of a reviewed comment with its line is not reviewed', async () => {
    const line = `A=${key()} # scangate:allow stripe-key old\n`;
    const assessed = await assess({ 'a.env': `${line}${line}` });
    const lineDigest = assessed.allowComments[0]!.lineDigest;
    const comment = { rule: 'stripe-key', file: 'a.env', lineDigest };
    const judged = (comments: object[]) =>
      judge(assessed, suppressionsOf('reviewed', { own: [], reviewed: reviewed({ comments }) }));
    expect(await judged([comment])).toMatchObject({
      by: ['scangate:allow', undefined],
      proposed: [{ file: 'a.env', line: 2 }],
    });
    expect((await judged([comment, comment])).by).toEqual(['scangate:allow', 'scangate:allow']);
  });
});

test('the file at the root covers every unit, and the file of a unit adds to it', async () => {
  const root = 'secrets:stripe-key web/a.env # root';
  const assessed = await assess({ 'a.env': `A=${key()}`, 'b.env': `B=${key(2)}` }, 'web');
  const files = [...own(root), ...own('b.env # unit', 'web/.scangateignore')];
  for (const mode of ['commit', 'reviewed'] as const) {
    const suppressions = suppressionsOf(mode, {
      own: files,
      reviewed: reviewed({ ignoreFiles: files }),
    });
    const { by, matched } = await judge(assessed, suppressions);
    expect(by).toEqual(['.scangateignore', '.scangateignore']);
    expect(matched).toEqual(['.scangateignore:1', 'web/.scangateignore:1']);
  }
});

test('without suppressions nothing is suppressed', async () => {
  const assessed = await assess({
    'a.env': `A=${key()} # scangate:allow stripe-key x`,
    '.scangateignore': '**',
  });
  const none = suppressionsOf('none', { own: own('**'), reviewed: reviewed({ headIsReviewed: true }) });
  expect((await judge(assessed, none)).by).toEqual([undefined]);
});

describe('an unused suppression is reported', () => {
  test('a comment with an unknown rule, whatever is scanned', async () => {
    const assessed = await assess({ 'a.js': 'a(); // scangate:allow reviewed\n' });
    const { unused } = await judge(assessed, suppressionsOf('commit', { own: [] }));
    expect(unused).toEqual([
      { file: 'a.js', line: 1, entry: 'scangate:allow reviewed', reason: 'unknown_rule' },
    ]);
  });

  test('a comment without a finding beside it', async () => {
    const assessed = await assess({ 'a.js': '// scangate:allow js-xss sample\na();\n' });
    const { unused } = await judge(assessed, suppressionsOf('commit', { own: [] }));
    expect(unused).toEqual([
      { file: 'a.js', line: 1, entry: 'scangate:allow js-xss', reason: 'matched_nothing' },
    ]);
  });

  test('an entry with an unknown name', async () => {
    const assessed = await assess({ 'a.js': '1' });
    const text = 'secrets:stirpe-key # typo\nlicense:GPL3';
    expect((await judge(assessed, suppressionsOf('commit', { own: own(text) }))).unused).toEqual([
      { file: '.scangateignore', line: 1, entry: 'secrets:stirpe-key', reason: 'unknown_rule' },
      { file: '.scangateignore', line: 2, entry: 'license:GPL3', reason: 'unknown_license' },
    ]);
    expect(parseIgnoreFile(Buffer.from(text)).entries).toHaveLength(2);
  });
});
