import { describe, expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { fullRecords } from '#test/support/full-records.ts';
import { later, newOrganization, newRepository, noon, write } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const overview = async (caller = fixture.organization.as('member')) => {
  const { status, body } = await call('get-overview', { caller });
  expect(status).toBe(200);
  return body;
};

const empty = {
  failing: [],
  failingCount: 0,
  passing: 0,
  neverScanned: 1,
  active: [],
  waiversExpiring: 0,
  snapshot: null,
};

describe('200', () => {
  test('says that a repository was never scanned, and lists active scans', async () => {
    expect(await overview()).toEqual(empty);
    const { fullName, repositoryId } = fixture.repository;
    const { body } = await create(plain({ branch: 'main' }));
    expect(await overview()).toEqual({
      ...empty,
      active: [
        {
          scanId: body['scanId'],
          repositoryId,
          fullName,
          commitHash: 'a'.repeat(40),
          branch: 'main',
          status: 'queued',
          createdAt: expect.any(String),
        },
      ],
    });
  });

  test('lists the default branches that fail, and counts those that pass', async () => {
    const { fullName, repositoryId, defaultBranch } = fixture.repository;
    const failed = String((await create(plain({ branch: defaultBranch }))).body['scanId']);
    await end(failed, { errorCode: 'repo_access', error: 'gone' });
    const { organizationId } = fixture.organization;
    const other = await newRepository(world.store, organizationId, [['', 'go']]);
    const { body } = await create(plain({ repositoryId: other.repositoryId, branch: other.defaultBranch }));
    await end(body['scanId']);
    expect(await overview()).toEqual({
      ...empty,
      failing: [
        {
          scanId: failed,
          repositoryId,
          fullName,
          commitHash: 'a'.repeat(40),
          branch: defaultBranch,
          verdict: 'ERROR',
          reason: 'scan_failed',
          failingSince: expect.any(String),
        },
      ],
      failingCount: 1,
      passing: 1,
      neverScanned: 0,
    });
  });

  test('leaves out disconnected repositories, and counts those beyond the list', async () => {
    const { organizationId } = fixture.organization;
    const gate = { ...fullRecords.repositoryGate, organizationId };
    const many = Array.from({ length: 120 }, (_, index) => ({
      ...gate,
      repositoryId: `0192c9a0-6c00-7000-8000-${String(index).padStart(12, '0')}`,
      fullName: `other/r${index}`,
      scanId: '0192c9a0-6c00-7000-8000-000000000000',
      failingSince: later(index).toISOString(),
    }));
    for (const [index, item] of many.entries()) {
      const { repositoryId, fullName } = item;
      const connectedAt = noon.toISOString();
      const name = {
        organizationId,
        name: fullName,
        repositoryId: index === 0 ? '' : repositoryId,
        connectedAt,
      };
      await write(world.store, [
        { change: 'insert', record: 'repositoryGate', item },
        { change: 'insert', record: 'repositoryName', item: name },
      ]);
    }
    const body = await overview();
    const failing = body['failing'] as { fullName: string }[];
    expect([failing.length, body['failingCount'], body['passing']]).toEqual([100, 119, 0]);
    expect([failing[0]?.fullName, failing.at(-1)?.fullName]).toEqual(['other/r119', 'other/r20']);
  });

  test('counts the waivers that expire within a week, and names the advisories', async () => {
    const { organizationId } = fixture.organization;
    const base = { ...fullRecords.waiverSlot, organizationId };
    for (const [slot, days] of [3, 30, -1].entries()) {
      const expiresAt = later(days * 86_400).toISOString();
      const waiver = { ...base.waiver, organizationId, slot, status: 'approved' as const, expiresAt };
      const freeAt = later(99 * 86_400).toISOString();
      await write(world.store, [
        { change: 'insert', record: 'waiverSlot', item: { ...base, slot, freeAt, waiver } },
      ]);
    }
    const builtAt = noon.toISOString();
    Object.assign(world, { advisories: { ...world.advisories, snapshotId: 's-1', builtAt } });
    expect(await overview()).toMatchObject({ waiversExpiring: 1, snapshot: { id: 's-1', builtAt } });
  });

  test('shows nothing of another organization', async () => {
    await create(plain());
    const other = await newOrganization(world.store);
    expect(await overview(other.as('owner'))).toEqual({ ...empty, neverScanned: 0 });
  });
});

test('it costs five requests whatever the number of repositories, and one more with active scans', async () => {
  const requests: string[] = [];
  const { list, load } = world.store;
  const counted = async () => {
    requests.length = 0;
    await overview();
    return requests.toSorted();
  };
  world.store.list = (name, ...rest) => {
    requests.push(name);
    return list.call(world.store, name, ...rest) as never;
  };
  world.store.load = ((refs: readonly unknown[], ...rest: never[]) => {
    requests.push(`load ${refs.length}`);
    return load.call(world.store, refs as never, ...rest);
  }) as typeof load;
  const lists = ['repositoryGates', 'repositoryNames', 'scans', 'waiverSlots'];
  for (let index = 0; index < 30; index++)
    await newRepository(world.store, fixture.organization.organizationId, [['', 'go']]);
  expect(await counted()).toEqual(lists);
  await create(plain());
  expect(await counted()).toEqual(['load 1', ...lists]);
  Object.assign(world.store, { list, load });
});
