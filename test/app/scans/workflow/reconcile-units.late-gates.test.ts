import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Account } from '@scangate/domain/records';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import {
  commitHash,
  newScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, noon, write } from '#test/support/world.ts';

/**
 * Units found after the creation are checked against plan, hold, add-on and credits, never the license
 * (docs/adr/0003-order-of-gates.md).
 */

let store: MemoryStore;
let world: WorkflowWorld;
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'web/package-lock.json': '{}' });
});

/** Creates a scan of one registered unit, whose commit has a second one. */
const created = async (credits: { core: number; sast: number }, now = noon) => {
  const organization = await newOrganization(store, { sastAddon: 'team', credits });
  const accountId = organization.organizationId;
  const repository = await newRepository(store, accountId, [['', 'npm']]);
  const scan = await newScan(store, {
    caller: organization.as('member'),
    repository,
    request: { scanTypes: ['sca'] },
    now,
  });
  const ref = { organizationId: accountId, scanId: scan.scanId };
  const changeAccount = (set: Partial<Account>) =>
    write(store, [{ change: 'update', record: 'account', id: { accountId }, set }]);
  /** Adds SAST to the scan, so that late units cost SAST credits. */
  const withSast = () =>
    write(store, [{ change: 'update', record: 'scan', id: ref, set: { scanTypes: ['sca', 'sast'] } }]);
  return { accountId, ref, changeAccount, withSast };
};
const prepare = (ref: { organizationId: string; scanId: string }, at = later(1)) =>
  prepareScan(ref, world as never, taskContextAt(at));
const available = () => Object.fromEntries(store.all('pool').map((pool) => [pool.pool, pool.available]));
const held = { unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] };

describe('a gate that closes before units are found', () => {
  const endAddon = (accountId: string) =>
    write(store, [{ change: 'update', record: 'account', id: { accountId }, unset: ['sastAddon'] }]);

  test.each([
    ['payment_failed', { core: 10, sast: 10 }, true, false],
    ['sast_addon_required', { core: 10, sast: 10 }, false, true],
    ['insufficient_credits', { core: 1, sast: 10 }, false, false],
    ['insufficient_credits', { core: 10, sast: 0 }, false, false],
    ['payment_failed', { core: 1, sast: 0 }, true, true],
    ['sast_addon_required', { core: 1, sast: 0 }, false, true],
  ] as const)('fails the scan with %s and refunds it in full: %j', async (code, credits, hold, noAddon) => {
    const { ref, accountId, changeAccount, withSast } = await created(credits);
    await withSast();
    if (hold) await changeAccount(held);
    if (noAddon) await endAddon(accountId);
    const { failure } = await prepare(ref);
    expect(failure?.errorCode).toBe(code);
    expect(available()).toEqual({ core: credits.core - 1, sast: credits.sast });
    const failed = { status: 'failed' as const, ...(failure && { failure }) };
    await endScan({ ...ref, outcomeOf: () => failed }, world, later(60));
    expect(await store.get('scan', ref)).toMatchObject({ status: 'failed', errorCode: code });
    expect(available()).toEqual(credits);
    expect(store.all('ledgerEntry').filter(({ source }) => source === 'scan_failure_refund')).toHaveLength(1);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('a plan that is lost while the scan runs', () => {
  const lost = { endsAt: later(1).toISOString() };

  test('ends the scan with entitlement_denied, refunded in full, when it finds further units', async () => {
    const { ref, changeAccount } = await created({ core: 10, sast: 0 });
    await changeAccount(lost);
    const { failure } = await prepare(ref, later(2));
    expect(failure).toMatchObject({ errorCode: 'entitlement_denied' });
    const failed = { status: 'failed' as const, ...(failure && { failure }) };
    await endScan({ ...ref, outcomeOf: () => failed }, world, later(60));
    expect(await store.get('scan', ref)).toMatchObject({
      status: 'failed',
      errorCode: 'entitlement_denied',
      verdict: { verdict: 'ERROR', errorCode: 'entitlement_denied' },
    });
    expect(store.all('scan')[0]?.units).toHaveLength(1);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('does not stop units that were charged at creation', async () => {
    const { ref, changeAccount } = await created({ core: 5, sast: 0 });
    world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
    await changeAccount(lost);
    expect((await prepare(ref, later(2))).failure).toBeUndefined();
  });

  test('does not stop a scan from the console, which is not API access', async () => {
    const { ref, changeAccount } = await created({ core: 10, sast: 0 });
    await write(store, [{ change: 'update', record: 'scan', id: ref, set: { sourceTrigger: 'manual' } }]);
    await changeAccount(lost);
    expect((await prepare(ref, later(2))).failure).toBeUndefined();
  });
});

test('a hold does not stop units that were charged at creation', async () => {
  const { ref, changeAccount } = await created({ core: 5, sast: 0 });
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
  await changeAccount(held);
  const { failure, units } = await prepare(ref);
  expect([failure, units.length]).toEqual([undefined, 1]);
});

test('a missing add-on does not stop a scan without SAST', async () => {
  const { ref, accountId } = await created({ core: 5, sast: 0 });
  await write(store, [{ change: 'update', record: 'account', id: { accountId }, unset: ['sastAddon'] }]);
  expect((await prepare(ref)).units).toHaveLength(2);
  expect(available()).toEqual({ core: 3, sast: 0 });
});

test('the license is not claimed again, not even in another month in which none is left', async () => {
  const { ref, accountId } = await created({ core: 5, sast: 0 }, new Date('2026-03-31T23:59:59.000Z'));
  const full = { accountId, month: '2026-04', used: 5 };
  await write(store, [{ change: 'insert', record: 'licenseMonth', item: full }]);
  const { failure, units } = await prepare(ref, new Date('2026-04-01T00:00:01.000Z'));
  expect([failure, units.length]).toEqual([undefined, 2]);
  expect(store.all('license')).toHaveLength(1);
  expect(store.all('licenseMonth')).toContainEqual(full);
});

test('a late refill is written before a unit is refused for it', async () => {
  const { ref } = await created({ core: 1, sast: 0 }, new Date('2026-04-10T11:59:59.000Z'));
  const { failure, units } = await prepare(ref, new Date('2026-04-10T12:00:00.000Z'));
  expect([failure, units.length]).toEqual([undefined, 2]);
  expect(available()).toEqual({ core: 499, sast: 250 });
  expect(violationsOf(moneyRecords(store))).toEqual([]);
});
