import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideExit, type Judged } from '@scangate/cli/scan/decide-exit';
import { failOnChoices, gateChoices } from '@scangate/cli/scan/scan-flags';
import { severities, verdictOf } from '#test/support/cli/scripted-service.ts';
import { runs } from '#test/support/runs/samples.ts';

type Check = NonNullable<Judged['pullRequestCheck']>;
const checkOf = (changes: Partial<Check> = {}): Check => ({
  verdict: 'PASS',
  reason: 'no_new_issues',
  reasons: ['no_new_issues'],
  severityThreshold: 'critical',
  base: { commitHash: 'b'.repeat(40), verified: true },
  introduced: {},
  fixed: {},
  unchanged: {},
  coverageDropped: [],
  suppressionsProposed: [],
  ...changes,
});

const counts = fc.record({
  critical: fc.nat(3),
  high: fc.nat(3),
  medium: fc.nat(3),
  low: fc.nat(3),
  unknown: fc.nat(3),
});
const verdicts = fc.constantFrom('PASS', 'FAIL', 'ERROR', null);
const threshold = fc.constantFrom('critical', 'high', 'medium', 'low');
const coverage = fc.constantFrom('assessed', 'partial', 'unassessed');

const judged = fc
  .record({
    verdict: verdicts,
    check: fc.constantFrom('PASS', 'FAIL', 'ERROR', 'none'),
    counts,
    threshold,
    coverage,
  })
  .map(({ verdict, check, counts: counted, threshold: severityThreshold, coverage: status }): Judged => {
    const base = verdictOf();
    return {
      ...base,
      verdict,
      summary: { secrets: severities(counted), severityThreshold },
      coverage: base.coverage?.map((one) => ({ ...one, status })),
      ...(check !== 'none' && {
        pullRequestCheck: checkOf({
          verdict: check,
          severityThreshold,
          introduced: { secrets: severities(counted) },
        }),
      }),
    };
  });
const rules = fc.record({
  gate: fc.option(fc.constantFrom(...gateChoices), { nil: undefined }),
  failOn: fc.option(fc.constantFrom(...failOnChoices), { nil: undefined }),
  isFetched: fc.boolean(),
});

describe('the exit code of the process', () => {
  test('is never 0 for a verdict that is not PASS, whatever is requested', () => {
    const holds = () =>
      fc.assert(
        fc.property(judged, rules, (payload, asked) => {
          const deciding =
            asked.gate === 'pull-request' ? payload.pullRequestCheck?.verdict : payload.verdict;
          const { code } = decideExit(payload, asked);
          if (deciding !== 'PASS' || payload.verdict === null) expect(code).not.toBe(0);
        }),
        { numRuns: runs(500) },
      );
    expect(holds).not.toThrow();
  });

  test('--fail-on turns a PASS into 1 or 6 and changes nothing else', () => {
    const holds = () =>
      fc.assert(
        fc.property(judged, rules, (payload, asked) => {
          const without = decideExit(payload, { ...asked, failOn: undefined }).code;
          const { code } = decideExit(payload, asked);
          expect(code === without || code === 6 || (without === 0 && code === 1)).toBe(true);
        }),
        { numRuns: runs(500) },
      );
    expect(holds).not.toThrow();
  });

  test('an unknown severity counts, and the threshold includes its own severity', () => {
    const summary = (changes: object) =>
      verdictOf({ summary: { secrets: severities(changes), severityThreshold: 'critical' } });
    expect(decideExit(summary({ unknown: 1 }), { failOn: 'critical' }).code).toBe(1);
    expect(decideExit(summary({ high: 1 }), { failOn: 'medium' }).code).toBe(1);
    expect(decideExit(summary({ low: 1 }), { failOn: 'medium' }).code).toBe(0);
  });

  test('a --fail-on that is less strict than the organization exits with 6', () => {
    const strict = verdictOf({ summary: { secrets: severities(), severityThreshold: 'medium' } });
    expect(decideExit(strict, { failOn: 'critical' })).toMatchObject({ code: 6, because: 'fail_on_milder' });
    expect(decideExit(strict, { failOn: 'low' }).code).toBe(0);
  });

  test('unassessed counts what is missing, and what a change no longer assesses', () => {
    const missing = verdictOf({ missingScanTypes: ['sca'] });
    expect(decideExit(missing, { failOn: 'unassessed' }).code).toBe(1);
    const coverageDropped: Check['coverageDropped'] = [{ dimension: 'sast', path: 'a.js', reason: 'gone' }];
    const dropped = verdictOf({ pullRequestCheck: checkOf({ coverageDropped }) });
    expect(decideExit(dropped, { failOn: 'unassessed', gate: 'pull-request' }).code).toBe(1);
    expect(decideExit(dropped, { failOn: 'unassessed' }).code).toBe(0);
  });

  test('the judgment of a pull request decides only if requested, and without a base there is none', () => {
    const both = verdictOf({ verdict: 'FAIL', pullRequestCheck: checkOf() });
    expect(decideExit(both, {}).code).toBe(1);
    expect(decideExit(both, { gate: 'pull-request' })).toEqual({ code: 0, because: 'no_new_issues' });
    expect(decideExit(verdictOf(), { gate: 'pull-request' })).toMatchObject({ code: 6, because: 'no_base' });
  });

  test('an unknown verdict exits with 3', () => {
    expect(decideExit({ ...verdictOf(), verdict: 'pass' as never }, {}).code).toBe(3);
    expect(decideExit({ ...verdictOf(), verdict: undefined as never }, {}).code).toBe(3);
  });
});
