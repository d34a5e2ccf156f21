import { beforeEach, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { followedRepository, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { fingerprintOf } from '#test/support/tracking/tracked-samples.ts';
import { commitOf } from '#test/support/tracking/tracked-world.ts';
import { newOrganization } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tracked = await followedRepository();
});
const get = (name: string, query: Record<string, string> = {}, caller = tracked.organization.as('member')) =>
  call('get-tracked-finding', { caller, params: { fingerprint: fingerprintOf(name) }, query });

test('200: an open finding was last seen in the newest followed commit, without a write of its row', async () => {
  const { status, body, headers } = await get('leaked');
  expect([status, headers['ETag']]).toEqual([200, '"0"']);
  expect(body).toMatchObject({
    state: 'open',
    firstSeen: { commitHash: commitOf(1) },
    lastSeen: { commitHash: commitOf(2) },
    notes: null,
  });
  const row = world.store.all('trackedFinding').find(({ title }) => title === 'finding leaked');
  expect(row).toMatchObject({ version: 1, lastSeen: { commitHash: commitOf(1) } });
});

test('200: a fixed finding was last seen in the commit before', async () => {
  const { body } = await get('gone');
  expect(body).toMatchObject({ lastSeen: { commitHash: commitOf(1) }, fixed: { commitHash: commitOf(2) } });
});

test('409: a fingerprint of several units names them, and each can be requested', async () => {
  const { status, body } = await get('shared');
  const units = [tracked.unitId(''), tracked.unitId('web')];
  expect([status, body['code']]).toEqual([409, 'finding_ambiguous']);
  expect((body['projectUnitIds'] as string[]).toSorted()).toEqual(units.toSorted());
  for (const projectUnitId of units)
    expect((await get('shared', { projectUnitId })).body).toMatchObject({ projectUnitId });
});

test('404: an unknown fingerprint, one of another organization, one of another unit', async () => {
  const other = (await newOrganization(world.store)).as('owner');
  const answers = [
    await get('unknown'),
    await get('leaked', {}, other),
    await get('leaked', { projectUnitId: tracked.unitId('') }, other),
    await get('leaked', { projectUnitId: tracked.unitId('web') }),
  ];
  expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
    answers.map(() => [404, 'finding_not_found']),
  );
});
