import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFindings } from '@scangate/domain/comparison/compare-findings';
import type { ComparedFinding } from '@scangate/domain/comparison/compared-finding';
import type { ComparedUnit } from '@scangate/domain/comparison/pair-units';
import { severities } from '@scangate/engines/model/severity';
import { runs } from '#test/support/runs/samples.ts';
import { found, unit, vulnerable } from './compared-units.ts';

const sizes = (head: readonly ComparedUnit[], base: readonly ComparedUnit[]) => {
  const { introduced, fixed, unchanged } = compareFindings(head, base);
  return [introduced.length, fixed.length, unchanged.length];
};

test('a finding that only the head has is introduced, and one that only the base has is fixed', () => {
  const head = [unit('', [found('old'), found('new')])];
  const base = [unit('', [found('old'), found('gone')])];
  const { introduced, fixed, unchanged } = compareFindings(head, base);
  expect([introduced, fixed, unchanged].map((list) => list.map(({ content }) => content))).toEqual([
    ['new'],
    ['gone'],
    ['old'],
  ]);
});

test('a finding that is suppressed in the base and counts in the head is introduced', () => {
  expect(sizes([unit('', [found('x')])], [unit('', [found('x', { counts: false })])])).toEqual([1, 0, 0]);
});

test('a finding that is more severe in the head is introduced, one that is less severe is fixed', () => {
  const high = [unit('', [found('x', { severity: 'high' })])];
  const low = [unit('', [found('x', { severity: 'low' })])];
  expect(sizes(high, low)).toEqual([1, 0, 0]);
  expect(sizes(low, high)).toEqual([0, 1, 0]);
});

test('a finding that counts on neither side is not listed', () => {
  expect(sizes([unit('', [found('x', { counts: false })])], [unit('', [])])).toEqual([0, 0, 0]);
});

test('each occurrence beyond those of the base is introduced', () => {
  const once = found('x', { fingerprint: '1' });
  const again = [once, found('x', { fingerprint: '2' }), found('x', { fingerprint: '3' })];
  expect(sizes([unit('', again)], [unit('', [once])])).toEqual([2, 0, 1]);
});

test('a renamed file keeps its findings', () => {
  const head = [unit('', [found('x', { file: 'new/name.js' })])];
  expect(sizes(head, [unit('', [found('x', { file: 'a.js' })])])).toEqual([0, 0, 1]);
});

test('a file that moved to another unit keeps its findings', () => {
  const kept = found('kept');
  const head = [unit('one', [kept]), unit('two', [found('moved'), found('own')])];
  const base = [unit('one', [kept, found('moved')]), unit('two', [found('own')])];
  expect(sizes(head, base)).toEqual([0, 0, 3]);
});

test('a unit that moved keeps its findings, even when only its components are equal', () => {
  const findings = [vulnerable('lodash', ['CVE-1']), found('x')];
  expect(sizes([unit('packages/api', findings)], [unit('api', findings)])).toEqual([0, 0, 2]);
  const own = (side: string) => ['1', '2', '3'].map((number) => found(`${side} ${number}`));
  const hole = vulnerable('lodash', ['CVE-1']);
  const inventory = { inventoryDigest: 'sha256:1' };
  const moved = [unit('b', [hole, ...own('new')], inventory)];
  expect(sizes(moved, [unit('a', [hole, ...own('old')], inventory)])).toEqual([3, 3, 1]);
  expect(sizes(moved, [unit('a', [hole, ...own('old')])])).toEqual([4, 4, 0]);
});

test('a dependency that moved to another unit is introduced there', () => {
  const hole = vulnerable('lodash', ['CVE-1']);
  const head = [unit('one', []), unit('two', [hole])];
  const base = [unit('one', [hole]), unit('two', [])];
  expect(sizes(head, base)).toEqual([1, 1, 0]);
});

test('a version bump that keeps the vulnerability, in another lockfile too, changes nothing', () => {
  const head = [unit('', [vulnerable('lodash', ['CVE-1'], { fingerprint: '2', file: 'yarn.lock' })])];
  expect(sizes(head, [unit('', [vulnerable('lodash', ['CVE-1'], { fingerprint: '1' })])])).toEqual([0, 0, 1]);
});

test('a second package with the same vulnerability is introduced', () => {
  const first = vulnerable('lodash', ['CVE-1']);
  expect(sizes([unit('', [first, vulnerable('lodash-es', ['CVE-1'])])], [unit('', [first])])).toEqual([
    1, 0, 1,
  ]);
});

test('a vulnerability under another id is the same when the ids share an alias', () => {
  const head = [unit('', [vulnerable('lodash', ['GHSA-1', 'CVE-1'])])];
  const base = [unit('', [vulnerable('lodash', ['OSV-9', 'CVE-1', 'PYSEC-2'])])];
  expect(sizes(head, base)).toEqual([0, 0, 1]);
});

test('a vulnerable package that moves from development to production is introduced', () => {
  const [dev, production] = [false, true].map((isProduction) =>
    unit('', [vulnerable('lodash', ['CVE-1'], { production: isProduction })]),
  );
  expect(sizes([production!], [dev!])).toEqual([1, 0, 0]);
  expect(sizes([dev!], [production!])).toEqual([0, 1, 0]);
});

test('a renaming of 10,000 files changes nothing, in less than five seconds', () => {
  const findings = (folder: string) =>
    Array.from({ length: 10_000 }, (_, index) =>
      found(`content ${index % 900}`, { file: `${folder}/${index}.js`, fingerprint: `${folder} ${index}` }),
    );
  const begin = process.cpuUsage();
  expect(sizes([unit('', findings('new'))], [unit('', findings('old'))])).toEqual([0, 0, 10_000]);
  const { user } = process.cpuUsage(begin);
  expect(user / 1_000_000).toBeLessThan(5);
});

const anyFinding = fc.record({
  dimension: fc.constantFrom<ComparedFinding['dimension'][]>('dependencies', 'code', 'secrets', 'licenses'),
  severity: fc.constantFrom(...severities),
  counts: fc.boolean(),
  production: fc.boolean(),
  file: fc.constantFrom('a.js', 'b.js'),
  fingerprint: fc.constantFrom('f1', 'f2', 'f3'),
  content: fc.constantFrom('c1', 'c2'),
  ids: fc.option(fc.subarray(['CVE-1', 'CVE-2', 'GHSA-1'], { minLength: 1 }), { nil: undefined }),
});
const anySide = fc
  .uniqueArray(
    fc.record({
      path: fc.constantFrom('', 'a', 'b', 'c', 'd'),
      type: fc.constantFrom('npm' as const, 'go' as const),
      inventoryDigest: fc.constantFrom('1', '2', undefined),
      findings: fc.array(anyFinding, { maxLength: 8 }),
    }),
    { selector: ({ path }) => path, maxLength: 4 },
  )
  .map((units) =>
    units.map((one): ComparedUnit => ({
      ...one,
      findings: one.findings.map((finding) => found(finding.content, finding)),
    })),
  );
/** Describes findings as far as a comparison does; equal ones cannot be distinguished. */
const told = (findings: readonly ComparedFinding[]): string[] =>
  findings.map(({ level, production, counts }) => JSON.stringify([level, production, counts])).toSorted();

test('what (A, B) introduces is what (B, A) fixes', () => {
  fc.assert(
    fc.property(anySide, anySide, (a, b) => {
      const [forth, back] = [compareFindings(a, b), compareFindings(b, a)];
      expect(told(forth.introduced)).toEqual(told(back.fixed));
      expect(told(forth.fixed)).toEqual(told(back.introduced));
      expect(forth.unchanged.length).toBe(back.unchanged.length);
    }),
    { numRuns: runs(2_000) },
  );
});

test('a scan compared with itself has nothing introduced or fixed', () => {
  fc.assert(
    fc.property(anySide, (side) => {
      const { introduced, fixed, unchanged } = compareFindings(side, side);
      const counting = side.flatMap(({ findings }) => findings).filter(({ counts }) => counts);
      expect([introduced, fixed, unchanged.length]).toEqual([[], [], counting.length]);
    }),
  );
});
