import { describe, expect, test } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { advisories, judgedRequests, vulnerable } from '#test/support/api/judged-requests.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { fullRecords } from '#test/support/full-records.ts';
import { noon, write } from '#test/support/world.ts';

const fixture = judgedRequests();
const rejudge = (scanId: string) =>
  call('rejudge-scan', { caller: fixture.scans.organization.as('member'), params: { scanId } });

test('200: a new judgment is stored beside the first verdict, and the same one is returned again', async () => {
  const { scanId } = await fixture.scans.scan(vulnerable);
  Object.assign(world, { advisories: { ...advisories, snapshotId: 'newer', lookup: () => [] } });
  Object.assign(world.advisories, { ecosystems: [] });
  const first = await rejudge(scanId);
  expect(first).toMatchObject({
    status: 200,
    body: { scanId, verdict: 'FAIL', isNew: true, judgment: { verdict: 'PASS' } },
  });
  const again = await rejudge(scanId);
  expect(again.body).toMatchObject({ isNew: false, judgments: [first.body['judgment']] });
  expect(again.body['judgment']).toEqual(first.body['judgment']);
});

test('the gate of the default branch follows the current judgment', async () => {
  const { organizationId, repositoryId } = fixture.scans.repository;
  const gate = () => world.store.get('repositoryGate', { organizationId, repositoryId });
  const { scanId } = await fixture.scans.scan(vulnerable);
  const { verdict } = (await world.store.get('scan', { organizationId, scanId })) ?? {};
  const reason = verdict?.reason ?? 'scan_failed';
  const item = { ...fullRecords.repositoryGate, organizationId, repositoryId, scanId, reason, version: 1 };
  await write(world.store, [{ change: 'insert', record: 'repositoryGate', item }]);
  const before = world.advisories;
  Object.assign(world, { advisories: { ...advisories, snapshotId: 'newer', lookup: () => [] } });
  Object.assign(world.advisories, { ecosystems: [] });
  await rejudge(scanId);
  expect(await gate()).toMatchObject({ scanId, verdict: 'PASS', version: 2 });
  Object.assign(world, { advisories: before });
  expect((await rejudge(scanId)).body).toMatchObject({ isNew: false, judgment: { verdict: 'FAIL' } });
  expect(await gate()).toMatchObject({ scanId, verdict: 'FAIL', version: 3 });
});

describe('refusals', () => {
  test('404 for an unknown scan', async () => {
    const { status, body } = await rejudge('00000000-0000-7000-8000-00000000dead');
    expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  });

  test('409 for an active scan, and for a canceled one', async () => {
    const { organization, repository, organizationId } = fixture.scans;
    const { scanId } = await newScan(world.store, { caller: organization.as('member'), repository });
    expect((await rejudge(scanId)).body['code']).toBe('scan_not_ended');
    const outcomeOf = () => ({ status: 'cancelled' as const });
    await endScan({ organizationId, scanId, outcomeOf }, fixture.scans.world, noon);
    const { status, body } = await rejudge(scanId);
    expect([status, body['code']]).toEqual([409, 'scan_not_judged']);
  });
});
