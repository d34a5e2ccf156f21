import { describe, expect, test } from 'vitest';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { globMatches } from '@scangate/engines/suppression/path-glob';
import { scanSecrets, secretsIn, unitOf } from './secrets/scan-secrets.ts';
import { processorMs } from '../support/processor-time.ts';

const key = `sk_live_${fake(base62, 24)}`;
const suppressedIn = (contents: Record<string, string>): unknown[] =>
  secretsIn(contents).map(({ suppressed }) => suppressed);

describe('scangate:allow', () => {
  test('suppresses a finding on its own line, with its reason, and keeps it in the report', () => {
    expect(
      secretsIn({ 'a.ts': `const k = '${key}'; // scangate:allow stripe-key rotated last year` }),
    ).toMatchObject([
      { rule: 'stripe-key', suppressed: { by: 'scangate:allow', reason: 'rotated last year' } },
    ]);
  });

  test('alone on a line it applies to the next line only', () => {
    const text = `  <!-- scangate:allow stripe-key sample -->\n<a k="${key}">\n<b k="${key}">`;
    expect(suppressedIn({ 'a.xml': text })).toEqual([{ by: 'scangate:allow', reason: 'sample' }, undefined]);
  });

  test('after other text it applies to its own line only', () => {
    const text = `A=1 # scangate:allow stripe-key sample\nB=${key}`;
    expect(suppressedIn({ 'a.env': text })).toEqual([undefined]);
  });

  test.each([
    'scangate:allow github-token sample',
    'scangate:allow',
    'scangate:allow*',
    'scangate:allowed stripe-key x',
  ])('"%s" does not suppress another rule, nor everything', (comment) => {
    expect(suppressedIn({ 'a.env': `A=${key} # ${comment}` })).toEqual([undefined]);
  });

  test('with an unknown rule is reported in the coverage, with or without a finding', () => {
    const comment = '# scangate:allow stirpe-key sample';
    for (const text of [`A=${key} ${comment}`, `A=1 ${comment}`]) {
      const { coverage } = scanSecrets(unitOf({ 'a.env': text }));
      expect(coverage.gaps).toContainEqual({
        reason: 'scangate:allow names the unknown rule stirpe-key',
        file: 'a.env',
        count: 1,
      });
      expect(coverage.status).toBe('assessed');
    }
    const own = scanSecrets(
      unitOf({ 'a.env': 'A=1 # scangate:allow stripe-key x\nB=1 # scangate:allow js-xss x' }),
    );
    expect(own.coverage.gaps).toEqual([]);
  });

  test('with many unknown rules names the first ones', () => {
    const lines = Array.from({ length: 500 }, (_, n) => `A=1 # scangate:allow no-such-rule-${n} x`);
    const { gaps } = scanSecrets(unitOf({ 'a.env': lines.join('\n') })).coverage;
    expect(gaps.length).toBeLessThan(25);
    expect(gaps.at(-1)).toMatchObject({ reason: 'scangate:allow names further unknown rules' });
  });

  test('reports a missing reason', () => {
    expect(suppressedIn({ 'a.env': `A=${key} # scangate:allow stripe-key` })).toEqual([
      { by: 'scangate:allow', reason: 'no reason given' },
    ]);
  });

  test('a secret in the reason is not repeated', () => {
    const password = `Kq7!${fake(base62, 6)}`;
    const text = `password: "${password}" # scangate:allow generic-password was ${password} and ${fake(base62, 30)}`;
    expect(suppressedIn({ 'a.yml': text })).toEqual([{ by: 'scangate:allow', reason: 'was … and …' }]);
  });
});

describe('.scangateignore', () => {
  const unit = (ignore: string): Record<string, string> => ({
    '.scangateignore': ignore,
    'docs/a.env': `A=${key}`,
    'src/b.env': `A=${key}\nsecret_token: ${fake(base62, 40)}`,
  });
  const suppressedFiles = (ignore: string): string[] =>
    secretsIn(unit(ignore)).flatMap(({ suppressed, file, rule }) => (suppressed ? [`${file} ${rule}`] : []));

  test('a path pattern suppresses all findings below it, with the line as reason', () => {
    expect(suppressedFiles('# samples\ndocs/\n')).toEqual(['docs/a.env stripe-key']);
    expect(secretsIn(unit('docs/ # samples'))[0]?.suppressed).toEqual({
      by: '.scangateignore',
      reason: 'line 1: samples',
    });
  });

  test('secrets:<rule> suppresses one rule, everywhere or below a path', () => {
    expect(suppressedFiles('secrets:stripe-key')).toEqual(['docs/a.env stripe-key', 'src/b.env stripe-key']);
    expect(suppressedFiles('secrets:stripe-key src/')).toEqual(['src/b.env stripe-key']);
    expect(suppressedFiles('secrets:* src/')).toEqual(['src/b.env stripe-key', 'src/b.env generic-secret']);
  });

  test('a later line re-includes a path', () => {
    expect(suppressedFiles('*.env\n!docs/*.env')).toEqual([
      'src/b.env stripe-key',
      'src/b.env generic-secret',
    ]);
  });

  test('lines of other scanners, comments and blank lines suppress nothing', () => {
    expect(suppressedFiles('sast:stripe-key\n\n   \n# docs/\n!\n/\n')).toEqual([]);
  });

  test('is read up to a limit, and coverage reports a longer file', () => {
    const { findings, coverage } = scanSecrets(unitOf(unit(`${'x\n'.repeat(2000)}docs/\n`)));
    expect(findings.some(({ suppressed }) => suppressed)).toBe(false);
    expect(coverage.gaps).toMatchObject([{ file: '.scangateignore' }]);
  });

  test('applies only at the root of the unit', () => {
    expect(suppressedIn({ 'docs/.scangateignore': '*', 'docs/a.env': `A=${key}` })).toEqual([undefined]);
  });
});

describe('path patterns', () => {
  test.each([
    ['*.env', 'a/b/c.env'],
    ['docs', 'docs/a.md'],
    ['docs', 'x/docs/a.md'],
    ['docs/', 'x/docs/a.md'],
    ['/docs', 'docs/a.md'],
    ['a/b', 'a/b/c/d'],
    ['a/**', 'a/b/c'],
    ['a/**/z.txt', 'a/z.txt'],
    ['a/**/z.txt', 'a/b/c/z.txt'],
    ['**/b/*.txt', 'a/b/c.txt'],
    ['a?c', 'abc'],
    ['a*b*c.txt', 'axxbxxbc.txt'],
  ])('%s covers %s', (glob, path) => {
    expect(globMatches(glob, path)).toBe(true);
  });

  test.each([
    ['*.env', 'a.env.txt'],
    ['docs/', 'docs'],
    ['/docs', 'x/docs/a.md'],
    ['a/b', 'x/a/b'],
    ['a/*.txt', 'a/b/c.txt'],
    ['a?c', 'ac'],
    ['', 'a'],
    ['/', 'a'],
  ])('%s does not cover %s', (glob, path) => {
    expect(globMatches(glob, path)).toBe(false);
  });

  test('the work of a pattern with many stars is bounded by its length times that of the path', () => {
    const started = processorMs();
    expect(globMatches(`${'*a'.repeat(100)}b`, 'a'.repeat(4000))).toBe(false);
    expect(globMatches(`${'**/a/'.repeat(50)}b`, 'a/'.repeat(2000) + 'c')).toBe(false);
    expect(processorMs() - started).toBeLessThan(2000);
  });
});
