import { describe, expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';
import { clean, judgedRequests, vulnerable } from '#test/support/api/judged-requests.ts';
import { newOrganization } from '#test/support/world.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { payloadNames } from '@scangate/domain/scans/payload-retention';

const fixture = judgedRequests();
const explain = (scanId: string, caller = fixture.scans.organization.as('member')) =>
  call('explain-scan', { caller, params: { scanId } });

describe('200', () => {
  test('explains each reason and returns the smallest change', async () => {
    const { scanId } = await fixture.scans.scan(vulnerable);
    const { status, body } = await explain(scanId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      scanId,
      verdict: 'FAIL',
      reasons: [{ reason: 'critical_vulnerabilities_found', total: 1 }],
      smallestChange: {
        result: 'sufficient',
        text: 'The scan passes after 1 upgrade.',
        changes: [{ action: 'upgrade', packageName: 'leaf', upgradeTo: '1.2.0' }],
      },
      judgments: [],
    });
    expect(JSON.stringify(body)).not.toContain('"ref"');
  });

  test('a scan that passes needs no change', async () => {
    const { scanId } = await fixture.scans.scan(clean);
    expect((await explain(scanId)).body).toMatchObject({
      verdict: 'PASS',
      reasons: [{ reason: 'no_issues_found', total: 0, findings: [] }],
      smallestChange: { result: 'not_needed', changes: [] },
    });
  });
});

describe('refusals', () => {
  test('404 for a scan of another organization', async () => {
    const { scanId } = await fixture.scans.scan(vulnerable);
    const other = await newOrganization(fixture.scans.world.store);
    const { status, body } = await explain(scanId, other.as('owner'));
    expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  });

  test('409 scan_not_ended for an active scan', async () => {
    const { world, organization, repository } = fixture.scans;
    const { scanId } = await newScan(world.store, { caller: organization.as('member'), repository });
    const { status, body } = await explain(scanId);
    expect([status, body['code'], body['scanStatus']]).toEqual([409, 'scan_not_ended', 'queued']);
  });

  test('410 payload_expired after a purge', async () => {
    const scan = await fixture.scans.scan(vulnerable);
    const { organizationId, world } = fixture.scans;
    for (const name of payloadNames(scan).flat())
      await world.blobs.remove({ area: 'results', organizationId, name });
    const { status, body } = await explain(scan.scanId);
    expect([status, body['code']]).toEqual([410, 'payload_expired']);
  });
});
