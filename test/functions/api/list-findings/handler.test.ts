import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/engines/model/finding';
import { resultObjectName } from '@scangate/engines/model/results';
import { severities, type Severity } from '@scangate/engines/model/severity';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const list = (scanId: unknown, query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('list-findings', {
    caller: fixture.organization.as('member'),
    params: { scanId: String(scanId) },
    query,
    ...more,
  });

const secret = (severity: Severity, number: number): Finding => ({
  kind: 'secret',
  fingerprint: number.toString(16).padStart(32, '0'),
  severity,
  title: 'A credential',
  rule: 'a-rule',
  file: 'a.txt',
  line: 1,
  column: 1,
  redacted: 'abcd…',
});

const objectOf = (scanId: string, unit: number) => ({
  area: 'results',
  organizationId: fixture.organization.organizationId,
  name: resultObjectName(scanId, String(fixture.repository.units[unit]?.projectUnitId), 'findings'),
});

/** Creates an ended scan whose units have these findings; further units have none. */
const scanWith = async (...byUnit: Finding[][]): Promise<string> => {
  const scanId = String((await create(plain())).body['scanId']);
  for (const unit of fixture.repository.units.keys())
    await world.blobs.put(objectOf(scanId, unit), JSON.stringify(byUnit[unit] ?? []));
  await end(scanId);
  return scanId;
};

interface Listed {
  severity: Severity;
  fingerprint: string;
  projectUnitId: string;
}
const walk = async (scanId: string, limit: number): Promise<Listed[]> => {
  const listed: Listed[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list(scanId, { limit: String(limit), ...(cursor !== undefined && { cursor }) });
    listed.push(...(body['items'] as Listed[]));
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  return listed;
};

describe('200', () => {
  test('lists the most severe first over all units, unknown last, each with its unit', async () => {
    const scanId = await scanWith(
      [secret('low', 1), secret('unknown', 2), secret('critical', 3)],
      [secret('medium', 4), secret('high', 5), secret('critical', 0)],
    );
    const items = await walk(scanId, 100);
    expect(items.map(({ severity }) => severity)).toEqual([
      'critical',
      'critical',
      'high',
      'medium',
      'low',
      'unknown',
    ]);
    expect(items.map(({ fingerprint }) => Number.parseInt(fingerprint, 16))).toEqual([0, 3, 5, 4, 1, 2]);
    expect(items[0]?.projectUnitId).toBe(fixture.repository.units[1]?.projectUnitId);
  });

  test('lists every finding once in one order, in pages of any size', async () => {
    const rank = (finding: Listed) => severities.indexOf(finding.severity);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...severities), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 12 }),
        async (found, limit, split) => {
          const findings = found.map(secret);
          const scanId = await scanWith(findings.slice(0, split), findings.slice(split));
          const items = await walk(scanId, limit);
          expect(items.map(({ fingerprint }) => fingerprint).sort()).toEqual(
            findings.map(({ fingerprint }) => fingerprint).sort(),
          );
          expect(items.map(rank)).toEqual(items.map(rank).toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 30 },
    );
  });

  test('lists the same weakness in two units as two findings, in a stable order', async () => {
    const scanId = await scanWith([secret('high', 1)], [secret('high', 1)]);
    const once = await walk(scanId, 1);
    expect(new Set(once.map(({ projectUnitId }) => projectUnitId)).size).toBe(2);
    expect(await walk(scanId, 2)).toEqual(once);
  });

  test('has the coverage of the verdict on each page', async () => {
    const scanId = await scanWith([secret('low', 1), secret('low', 2)]);
    const { coverage } = world.store.all('scan')[0]?.verdict ?? {};
    const first = await list(scanId, { limit: '1' });
    const second = await list(scanId, { limit: '1', cursor: String(first.body['nextCursor']) });
    expect([first.body['coverage'], second.body['coverage']]).toEqual([coverage, coverage]);
    expect(coverage).toContainEqual(expect.objectContaining({ scanType: 'sast', status: 'unassessed' }));
  });

  test('is empty for a scan without findings and for a failed scan', async () => {
    expect((await list(await scanWith())).body).toMatchObject({ items: [] });
    const failed = String((await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId']);
    await end(failed, { errorCode: 'repo_access', error: 'gone' });
    expect((await list(failed)).body).toMatchObject({ items: [] });
  });
});

test('400 invalid_cursor: a cursor of another scan', async () => {
  const first = await scanWith([secret('high', 1), secret('low', 2)]);
  const { body } = await list(first, { limit: '1' });
  const second = await create(plain({ commitHash: 'b'.repeat(40) }));
  const foreign = await list(second.body['scanId'], { cursor: String(body['nextCursor']) });
  expect([foreign.status, foreign.body['code']]).toEqual([400, 'invalid_cursor']);
});

test('404 scan_not_found: a scan of another organization', async () => {
  const scanId = await scanWith([secret('high', 1)]);
  const other = await newOrganization(world.store);
  const { status, body } = await list(scanId, {}, { caller: other.as('owner') });
  expect([status, body['code']]).toEqual([404, 'scan_not_found']);
});

test('409 conflict: an active scan is refused, instead of an empty list', async () => {
  const { body: created } = await create(plain());
  const { status, body } = await list(created['scanId']);
  expect([status, body['code'], body['scanStatus']]).toEqual([409, 'conflict', 'queued']);
});

test('410 payload_expired: findings that are partly removed are refused, never a shorter list', async () => {
  const scanId = await scanWith([secret('high', 1)], [secret('low', 2)]);
  for (const unit of [1, 0]) {
    await world.blobs.remove(objectOf(scanId, unit));
    const { status, body } = await list(scanId);
    expect([status, body['code'], body['scanId']]).toEqual([410, 'payload_expired', scanId]);
  }
});
