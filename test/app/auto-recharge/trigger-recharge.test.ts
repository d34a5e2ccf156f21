import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newCommit } from '#test/support/api/request-scan.ts';
import { newOrganization, newRepository } from '#test/support/world.ts';

/** The triggers of a recharge: a debit, a change of settings, and the hourly sweep. */

let organization: Awaited<ReturnType<typeof newOrganization>>;
let repositoryId: string;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  resetWorld();
  organization = await newOrganization(world.store);
  ({ repositoryId } = await newRepository(world.store, organization.organizationId, [['', 'npm']]));
});
afterEach(() => void vi.restoreAllMocks());

const set = (body: object) =>
  call('change-auto-recharge', { caller: organization.as('owner'), body, headers: { 'If-Match': '*' } });
const create = () =>
  call('create-scan', {
    caller: organization.as('member'),
    body: { repositoryId, commitHash: newCommit(), scanTypes: ['sca'] },
  });

describe('a scan creation', () => {
  test('starts nothing while auto-recharge is off, or the balance stays above the threshold', async () => {
    await create();
    await set({ enabled: true, threshold: 497 });
    await create();
    expect(world.recharged).toEqual([]);
  });

  test('that leaves a pool at its threshold starts one recharge, named after the scan', async () => {
    await set({ enabled: true, threshold: 499 });
    const { body } = await create();
    expect(world.recharged).toEqual([`core ${String(body['scanId'])}`]);
  });

  test('succeeds even if the recharge cannot be started', async () => {
    await set({ enabled: true, threshold: 499 });
    world.startFails = true;
    expect((await create()).status).toBe(201);
    expect(world.store.all('scan')).toHaveLength(1);
  });

  test('that is refused starts nothing', async () => {
    await set({ enabled: true, threshold: 500 });
    world.recharged.length = 0;
    const body = { repositoryId, commitHash: 'main' };
    expect((await call('create-scan', { caller: organization.as('member'), body })).status).toBe(422);
    expect(world.recharged).toEqual([]);
  });
});

describe('settings', () => {
  test('of a pool that is low start a recharge at once; those of another pool start none', async () => {
    await set({ enabled: true, threshold: 20 });
    expect(world.recharged).toEqual([]);
    await set({ threshold: 500 });
    expect(world.recharged).toHaveLength(1);
    await set({ enabled: false });
    expect(world.recharged).toHaveLength(1);
  });
});
