import { describe, expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { clean, judgedRequests, vulnerable } from '#test/support/api/judged-requests.ts';
import { newRepository } from '#test/support/world.ts';

const fixture = judgedRequests();
const compare = (scanId: string, query: Record<string, string>) =>
  call('compare-scans', { caller: fixture.scans.organization.as('member'), params: { scanId }, query });

test('200: what was introduced, and why the verdict differs', async () => {
  const base = await fixture.scans.scan(clean);
  const head = await fixture.scans.scan(vulnerable);
  const { status, body } = await compare(head.scanId, { with: base.scanId });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    head: { scanId: head.scanId, verdict: 'FAIL' },
    base: { scanId: base.scanId, verdict: 'PASS' },
    introduced: { total: 1, failing: 1, counts: { dependencies: { critical: 1 } } },
    fixed: { total: 0 },
    why: [
      {
        reason: 'critical_vulnerabilities_found',
        of: 'head',
        causes: [{ input: 'code', findings: 1 }],
      },
    ],
  });
});

describe('refusals', () => {
  test.each([[{}], [{ with: 'x' }], [{ with: 'main', and: 'more' }]])(
    '400 for the query %j',
    async (query) => {
      const { scanId } = await fixture.scans.scan(clean);
      const { status, body } = await compare(scanId, query as Record<string, string>);
      expect([status, body['code']]).toEqual([400, 'invalid_query']);
    },
  );

  test('404 for an unknown other scan', async () => {
    const { scanId } = await fixture.scans.scan(clean);
    const { status, body } = await compare(scanId, { with: '00000000-0000-7000-8000-00000000dead' });
    expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  });

  test('422 for a scan of another repository', async () => {
    const { world, organizationId, scan } = fixture.scans;
    const [head, base] = [await scan(clean), await scan(vulnerable)];
    const { repositoryId } = await newRepository(world.store, organizationId, [['', 'npm']]);
    const id = { organizationId, scanId: base.scanId };
    await world.store.commit([{ change: 'update', record: 'scan', id, set: { repositoryId } }]);
    const { status, body } = await compare(head.scanId, { with: base.scanId });
    expect([status, body['code']]).toEqual([422, 'scans_not_comparable']);
  });
});
