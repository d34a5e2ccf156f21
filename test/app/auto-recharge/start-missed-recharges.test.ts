import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { startMissedRecharges } from '#app/auto-recharge/start-missed-recharges.ts';
import { newRecharge, rechargeChange } from '@scangate/domain/credits/auto-recharge/recharge-record';
import type { Recharge, RechargeAttempt } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, newOrganization, noon, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  resetWorld();
  organization = await newOrganization(world.store);
});
afterEach(() => void vi.restoreAllMocks());

const set = (body: object) =>
  call('change-auto-recharge', { caller: organization.as('owner'), body, headers: { 'If-Match': '*' } });

const attemptOf = ({ periodStartAt }: Recharge): RechargeAttempt => ({
  attemptId: 'a',
  pack: 'core-100',
  at: noon.toISOString(),
  settingsVersion: 1,
  periodStartAt,
  paymentMethodId: 'pm_1',
});

describe('the hourly sweep', () => {
  const recharged: string[] = [];
  const recharge = {
    start: async ({ pool }: { pool: string }, cause: string) => void recharged.push(`${pool} ${cause}`),
  };
  const run = (now = noon) => startMissedRecharges({ store: world.store, recharge, log }, taskContextAt(now));
  beforeEach(() => void (recharged.length = 0));

  test('finds what a lost trigger missed, once an hour', async () => {
    await set({ enabled: true, threshold: 500 });
    expect(await run()).toEqual({ examined: 1, started: 1 });
    const [first] = recharged;
    await run();
    expect(recharged).toEqual([first, first]);
    await run(new Date(noon.getTime() + 3_600_000));
    expect(new Set(recharged).size).toBe(2);
  });

  test('starts nothing for pools that are above their threshold or whose recharge is switched off', async () => {
    await set({ enabled: true, threshold: 20 });
    expect(await run()).toEqual({ examined: 1, started: 0 });
    await set({ enabled: false });
    expect(await run()).toEqual({ examined: 0, started: 0 });
  });

  test('starts nothing for a pool whose cap is reached, until its period is over or the cap is raised', async () => {
    await set({ enabled: true, threshold: 500, monthlyCap: 1 });
    const [known = newRecharge('', 'core', '')] = world.store.all('recharge');
    await write(world.store, [rechargeChange(known, { ...known, packs: 1 })]);
    expect(await run()).toEqual({ examined: 1, started: 0 });
    const pool = world.store.all('pool').find((one) => one.pool === 'core');
    expect(await run(new Date(pool?.periodEndAt ?? 0))).toEqual({ examined: 1, started: 1 });
    await set({ enabled: true, threshold: 500, monthlyCap: 2 });
    expect(await run()).toEqual({ examined: 1, started: 1 });
  });

  test('continues an attempt whose workflow died, whatever the balance is now', async () => {
    await set({ enabled: true, threshold: 20 });
    const { organizationId: accountId } = organization;
    const [known = newRecharge(accountId, 'core', noon.toISOString())] = world.store.all('recharge');
    await write(world.store, [rechargeChange(known, { ...known, attempt: attemptOf(known) })]);
    expect(await run()).toEqual({ examined: 1, started: 1 });
  });

  /** Lets the organization close, or be restored. */
  const close = (isClosing: boolean) => {
    const closing = { since: noon.toISOString(), eraseAt: later(30 * 86_400).toISOString(), stopped: [] };
    return write(world.store, [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId: organization.organizationId },
        ...(isClosing ? { set: { closing } } : { unset: ['closing'] }),
      },
    ]);
  };

  test('starts nothing while the organization is closing, and goes on once it is restored', async () => {
    await set({ enabled: true, threshold: 500 });
    await close(true);
    expect(await run()).toEqual({ examined: 1, started: 0 });
    await close(false);
    expect(await run()).toEqual({ examined: 1, started: 1 });
  });

  test('starts the recharge of a parent whose client is closing', async () => {
    await set({ enabled: true, threshold: 500 });
    organization = await newOrganization(world.store, { parent: organization.organizationId });
    await close(true);
    expect(await run()).toEqual({ examined: 1, started: 1 });
  });

  test('continues an attempt while the organization is closing, so that it ends', async () => {
    await set({ enabled: true, threshold: 20 });
    const [known = newRecharge('', 'core', '')] = world.store.all('recharge');
    await write(world.store, [rechargeChange(known, { ...known, attempt: attemptOf(known) })]);
    await close(true);
    expect(await run()).toEqual({ examined: 1, started: 1 });
  });

  test('starts the others when one cannot be started', async () => {
    await set({ enabled: true, threshold: 500 });
    organization = await newOrganization(world.store);
    await set({ enabled: true, threshold: 500 });
    let failures = 0;
    const failing = {
      start: async (...started: Parameters<typeof recharge.start>) => {
        if (failures++ === 0) throw new Error('not today');
        return recharge.start(...started);
      },
    };
    expect(
      await startMissedRecharges({ store: world.store, recharge: failing, log }, taskContextAt()),
    ).toEqual({
      examined: 2,
      started: 1,
    });
  });
});
