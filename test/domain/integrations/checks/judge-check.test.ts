import { describe, expect, test } from 'vitest';
import { isWeak, judgeCheck } from '@scangate/domain/integrations/checks/judge-check';
import type { Scan } from '@scangate/domain/records';
import { fullScan } from '#test/support/full-scan.ts';

const { artifact: _artifact, base: _base, pullRequestCheck, ...commitScan } = fullScan;

type Changes = Partial<Scan> & { judged?: 'PASS' | 'FAIL' | 'ERROR'; missing?: Scan['scanTypes'] };

const scan = ({ judged = 'PASS', missing = [], ...changes }: Changes = {}): Scan => ({
  ...commitScan,
  status: 'completed',
  verdict: { ...fullScan.verdict, verdict: judged, missingScanTypes: missing },
  ...changes,
});

const compared = (judged: 'PASS' | 'FAIL' | 'ERROR', verified = true): Partial<Scan> => ({
  base: { commitHash: 'b'.repeat(40) },
  pullRequestCheck: {
    ...pullRequestCheck,
    verdict: judged,
    base: { commitHash: 'b'.repeat(40), verified },
  },
});

const conclusionOf = (changes: Changes) => judgeCheck(scan(changes))?.conclusion;

describe('the result of a commit', () => {
  test.each([
    ['success', { judged: 'PASS' }],
    ['failure', { judged: 'FAIL' }],
    ['error', { judged: 'ERROR', status: 'failed' }],
    ['cancelled', { judged: 'ERROR', status: 'cancelled' }],
    ['neutral', { judged: 'PASS', missing: ['sast'] }],
    ['failure', { judged: 'FAIL', missing: ['sast'] }],
  ] as const)('is %s for %j', (conclusion, changes) => {
    expect(conclusionOf({ ...changes, missing: 'missing' in changes ? [...changes.missing] : [] })).toBe(
      conclusion,
    );
  });

  test('the judgment of the change decides when a base was named', () => {
    expect(conclusionOf({ judged: 'FAIL', ...compared('PASS') })).toBe('success');
    expect(conclusionOf({ judged: 'PASS', ...compared('FAIL') })).toBe('failure');
    expect(conclusionOf({ judged: 'FAIL', ...compared('PASS'), missing: ['secrets'] })).toBe('neutral');
    expect(conclusionOf({ judged: 'PASS', ...compared('ERROR', false) })).toBe('error');
  });

  test('is undefined for a base that is not proven, and for an artifact', () => {
    expect(conclusionOf(compared('PASS', false))).toBeUndefined();
    expect(conclusionOf({ ...compared('PASS'), base: { scanId: 's-0' } })).toBeUndefined();
    expect(conclusionOf({ artifact: { kind: 'sbom' } })).toBeUndefined();
  });

  test('is undefined before the end', () => {
    const { verdict: _verdict, ...running } = scan({ status: 'running' });
    expect(judgeCheck(running)).toBeUndefined();
  });

  test('its title is one line of at most 140 characters, and begins with what is missing', () => {
    const { title } = judgeCheck(scan({ missing: ['sast'] })) ?? { title: '' };
    expect(title).toMatch(/^Required and not scanned: sast\. PASS: /);
    const reason = `no lockfile\n@everyone ${'x'.repeat(400)}`;
    const coverage = fullScan.verdict.coverage.map((entry) => ({
      ...entry,
      status: 'unassessed' as const,
      gaps: [{ reason }],
    }));
    const long = judgeCheck(scan({ verdict: { ...fullScan.verdict, verdict: 'PASS', coverage } }));
    expect(long?.title).toHaveLength(140);
    expect(long?.title).not.toContain('\n');
  });

  test('a neutral or canceled result is weak', () => {
    const weak = (['success', 'failure', 'neutral', 'error', 'cancelled'] as const).filter((conclusion) =>
      isWeak({ conclusion, title: '' }),
    );
    expect(weak).toEqual(['neutral', 'cancelled']);
  });
});
