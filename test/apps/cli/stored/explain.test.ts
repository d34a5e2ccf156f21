import { describe, expect, test } from 'vitest';
import { runWith, scanId, secret, unitId, vulnerability } from '#test/support/cli/stored-world.ts';

const finding = vulnerability('5f0c6f3a');
const severity = {
  severity: 'critical',
  countsAs: 'critical',
  source: 'cvss',
  detail: 'It states CVSS 9.8.',
};
const couldSuppress = [
  { way: 'waiver', text: '{"advisory":"GHSA-xvch-5gv4-984h"}', counts: 'until it expires' },
];
const suppressed = secret('5f0c9999', { suppressed: { by: 'file', reason: 'fixture' } });
const explanation = {
  scanId,
  verdict: 'FAIL',
  reason: 'critical_vulnerabilities_found',
  judgedAt: '2026-03-01T12:00:00.000Z',
  reasons: [
    {
      reason: 'critical_vulnerabilities_found',
      severityThreshold: 'critical',
      total: 14,
      findings: [{ finding, severity, couldSuppress }],
    },
  ],
  suppressed: { total: 1, findings: [suppressed] },
  smallestChange: {
    result: 'sufficient',
    text: 'The scan passes after 1 upgrade.',
    changes: [
      {
        projectUnitId: unitId,
        action: 'upgrade',
        packageName: 'minimist',
        version: '1.2.5',
        file: 'package-lock.json',
        upgradeTo: '1.2.6',
        breaking: false,
        via: ['mkdirp@0.5.5'],
        clears: ['GHSA-xvch-5gv4-984h'],
      },
    ],
    remains: { total: 0, findings: [] },
  },
  judgments: [],
};
const path = `GET /v1/scans/${scanId}`;
const answers = {
  [`${path}/explanation`]: { json: explanation },
  [`${path}/findings`]: { json: { items: [finding, secret('77aabb')], coverage: [] } },
};

describe('explain', () => {
  test('prints the reasons, what is suppressed, and the smallest change', async () => {
    const { exitCode, out } = await runWith(['explain', scanId], answers);
    expect(exitCode).toBe(0);
    for (const text of [
      'FAIL: critical_vulnerabilities_found',
      'critical_vulnerabilities_found (at or above critical)',
      '5f0c6f3a',
      'minimist@1.2.5',
      'and 13 more',
      'Suppressed or waived, and would fail otherwise: 1',
      'How it would pass: The scan passes after 1 upgrade.',
      'upgrade minimist@1.2.5 to 1.2.6 in package-lock.json, by mkdirp@0.5.5; clears GHSA-xvch-5gv4-984h',
    ])
      expect(out).toContain(text);
  });

  test('fits a terminal of 60 columns', async () => {
    const { out } = await runWith(['explain', scanId], answers, { columns: 60 });
    // A name that is longer than the terminal is not cut.
    const long = out.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '));
    expect(long).toEqual([]);
  });

  test('explains one finding by its fingerprint or a prefix of it', async () => {
    const { exitCode, out, asked } = await runWith(['explain', scanId, '5F0C6F'], answers);
    expect(exitCode).toBe(0);
    for (const text of [
      'Fails the gate: critical_vulnerabilities_found',
      'Severity critical, counts as critical: It states CVSS 9.8.',
      'Path: mkdirp@0.5.5 > minimist@1.2.5',
      'Fixed in: 1.2.6',
      'waiver: {"advisory":"GHSA-xvch-5gv4-984h"} (counts until it expires)',
    ])
      expect(out).toContain(text);
    expect(asked).toHaveLength(1);
  });

  test('explains a finding that does not affect the verdict, and one that is suppressed', async () => {
    const other = await runWith(['explain', scanId, '77aabb'], answers);
    expect(other.out).toContain('Does not fail the gate of this scan.');
    const hidden = await runWith(['explain', scanId, '5f0c9999'], answers);
    expect(hidden.out).toContain('Suppressed by file: fixture');
  });

  test('prints the explanation of the service as JSON', async () => {
    const { out } = await runWith(['explain', scanId, '--json'], answers);
    expect(JSON.parse(out)).toEqual(explanation);
    const one = await runWith(['explain', scanId, '5f0c6f', '--json'], answers);
    expect(JSON.parse(one.out)).toMatchObject({ scanId, explanations: [{ finding, severity }] });
  });

  test('refuses a fingerprint that matches no finding, or several', async () => {
    const none = await runWith(['explain', scanId, 'ffffff'], answers);
    expect([none.exitCode, none.log]).toEqual([6, expect.stringContaining('no finding')]);
    const twice = [finding, vulnerability('5f0c6f3b')];
    const findings = twice.map((one) => ({ finding: one, severity, couldSuppress }));
    const json = { ...explanation, reasons: [{ ...explanation.reasons[0], findings }] };
    const several = await runWith(['explain', scanId, '5f0c6f3'], {
      [`${path}/explanation`]: { json },
    });
    expect([several.exitCode, several.log]).toEqual([6, expect.stringContaining('names 2 findings')]);
  });

  test.each([['5f0c6'], ['GHSA-1'], ['../x']])(
    'refuses the fingerprint %s before any request',
    async (text) => {
      const { exitCode, sent } = await runWith(['explain', scanId, text], answers);
      expect([exitCode, sent]).toEqual([6, []]);
    },
  );

  test('says how to wait for a scan that has not ended', async () => {
    const problem = { status: 409, code: 'scan_not_ended', title: 'The scan has not ended.' };
    const ran = await runWith(['explain', scanId], {
      [`${path}/explanation`]: { status: 409, json: problem },
    });
    expect([ran.exitCode, ran.log]).toEqual([3, expect.stringContaining(`scangate wait ${scanId}`)]);
  });
});
