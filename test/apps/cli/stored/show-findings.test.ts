import { describe, expect, test } from 'vitest';
import {
  canary,
  runWith,
  scan,
  scanId,
  secret,
  unitId,
  vulnerability,
} from '#test/support/cli/stored-world.ts';

const coverage = [{ projectUnitId: unitId, scanType: 'sca', status: 'assessed', assessed: 4, gaps: [] }];
const page = (items: object[], nextCursor?: string) => ({
  json: { items, coverage, ...(nextCursor !== undefined && { nextCursor }) },
});
const path = `GET /v1/scans/${scanId}`;
const stored = { [path]: { json: scan() } };
const findings = [vulnerability('a1'), secret('b2'), vulnerability('c3', { severity: 'low' })];

describe('findings', () => {
  test('lists the findings of a scan with their places', async () => {
    const answers = { ...stored, [`${path}/findings`]: page(findings) };
    const { exitCode, out, log, asked } = await runWith(['findings', scanId], answers, { columns: 120 });
    expect(exitCode).toBe(0);
    expect(out).toContain('GHSA-xvch-5gv4-984h (CVE-2021-44906)');
    expect(out).toContain('web/config.py:3');
    expect(out).not.toContain('Not assessed');
    expect(asked).toEqual([`GET /v1/scans/${scanId}`, `GET /v1/scans/${scanId}/findings?limit=100`]);
    expect(out + log).not.toContain(canary);
  });

  test('lists only the requested kinds and severities', async () => {
    const answers = { ...stored, [`${path}/findings`]: page(findings) };
    const kinds = await runWith(['findings', scanId, '--kind', 'secret,code', '--json'], answers);
    expect(JSON.parse(kinds.out)).toEqual({ scanId, findings: [findings[1]], hasMore: false, coverage });
    const low = await runWith(['findings', scanId, '--severity', 'low', '--json'], answers);
    expect(JSON.parse(low.out)).toMatchObject({ findings: [findings[2]] });
    const none = await runWith(['findings', scanId, '--severity', 'unknown'], answers);
    expect(none.out).toBe('No matching findings.\n');
  });

  test('reads as many pages as it needs: 20 findings by default, up to a given limit, or all', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => vulnerability(`${100_000 + from + at}`));
    const answers = {
      ...stored,
      [`${path}/findings`]: ({ url }: { url: string }) =>
        url.includes('cursor=two') ? page(many(15, 15)) : page(many(0, 15), 'two'),
    };
    const shown = async (...flags: string[]) => {
      const { out, sent } = await runWith(['findings', scanId, '--json', ...flags], answers);
      const { findings: found, hasMore } = JSON.parse(out) as { findings: unknown[]; hasMore: boolean };
      return [found.length, hasMore, sent.length];
    };
    expect(await shown()).toEqual([20, true, 3]);
    expect(await shown('--limit', '10')).toEqual([10, true, 2]);
    expect(await shown('--all')).toEqual([30, false, 3]);
    const { out } = await runWith(['findings', scanId], answers);
    expect(out).toContain(`There are more: scangate findings ${scanId} --all`);
  });

  test('says what was not assessed, especially when there are no findings', async () => {
    const partial = [{ ...coverage[0], status: 'unassessed', gaps: [{ reason: 'no lockfile' }] }];
    const answers = { ...stored, [`${path}/findings`]: { json: { items: [], coverage: partial } } };
    const { out } = await runWith(['findings', scanId], answers);
    expect(out).toContain('No findings in what was assessed.');
    expect(out.split('\n')).toContain('Not or only partly assessed: sca.');
  });

  test('shows hostile text as text', async () => {
    const hostile = secret('b2', { file: 'a\u001b[2J\u202e.py', rule: 'r\n::error::x' });
    const answers = { ...stored, [`${path}/findings`]: page([hostile]) };
    const { out } = await runWith(['findings', scanId], answers);
    expect(out).toContain('\\u001b[2J\\u202e.py');
    expect(out).not.toMatch(/[^\n\P{Cc}]|\u202e|^::/mu);
  });

  test.each([
    ['no id', ['findings', 'main']],
    ['two limits', ['findings', scanId, '--all', '--limit', '3']],
    ['an unknown kind', ['findings', scanId, '--kind', 'secrets']],
    ['an unknown severity', ['findings', scanId, '--severity', 'hihg']],
  ])('refuses %s with 6 before any request', async (_what, args) => {
    const { exitCode, sent } = await runWith(args, {});
    expect([exitCode, sent]).toEqual([6, []]);
  });

  test.each([
    [401, 'unauthenticated', 4],
    [402, 'subscription_required', 5],
    [404, 'scan_not_found', 6],
    [410, 'payload_expired', 6],
    [503, 'temporarily_unavailable', 3],
  ])('ends after %i %s with %i', async (status, code, exitCode) => {
    const answers = { ...stored, [`${path}/findings`]: { status, json: { status, code, title: code } } };
    const ran = await runWith(['findings', scanId], answers);
    expect([ran.exitCode, ran.out]).toEqual([exitCode, '']);
    expect(ran.log).toContain(code);
  });
});
