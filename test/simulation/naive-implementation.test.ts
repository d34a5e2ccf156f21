import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import {
  requireNoPaymentHold,
  recordFailedPayment,
  recordResolvedPayment,
} from '@scangate/domain/payments/payment-hold';
import { formatRow } from '@scangate/domain/ledger/ledger-csv';
import { startPlan } from '@scangate/domain/plans/plan-change';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { addLicenses, scheduleLicenseReduction } from '@scangate/domain/licenses/change-license-count';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import { AccountTimeline, refusal } from '../models/account-timeline.ts';
import { Crash, injectFaults } from '../support/store/fault-injection.ts';
import { interleave } from '../support/store/interleave.ts';
import * as real from '../models/billing-world.ts';
import { openBillingWorld, type BillingWorld } from '../models/billing-world.ts';
import type { ScanRequest } from '../models/scan-model.ts';
import { violationsIn, readAll } from '../models/read-world.ts';

/** The faults that a naive implementation of billing has. Each test is named after one. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const begin = '2026-01-31T12:00:00.000Z';
const open = (order: Partial<NewOrganization> = {}): Promise<BillingWorld> =>
  openBillingWorld(new MemoryStore(), { plan: 'Team', ...order }, begin);
const oneUnit: ScanRequest = { organization: 0, person: 'ada', repository: 0, commit: 0, types: 'sca' };
const createFirst = (billingWorld: BillingWorld, more: Partial<ScanRequest> = {}) =>
  real.create({ ...oneUnit, ...more }, 1)(billingWorld, billingWorld.store);

const poolsOf = async (billingWorld: BillingWorld) => {
  const stored = await readAll(billingWorld);
  expect(violationsIn(stored)).toEqual([]);
  const { core, sast } = stored.state.pools;
  return { core: core.available, sast: sast.available, entries: stored.entries, scans: stored.scans };
};

describe('unlike a naive implementation, there is no', () => {
  test('read-then-write debit: of two scans that read one last credit, one is created', async () => {
    const billingWorld = await open({ plan: 'Regulated', credits: { core: 1 } });
    const result: string[] = [];
    const createCommit = (commit: number) => async (store: BillingWorld['store']) =>
      void result.push(await real.create({ ...oneUnit, commit }, commit)(billingWorld, store));
    await interleave(billingWorld.store, [0, 1], [createCommit(1), createCommit(2)]);
    expect(result.toSorted()).toEqual(['created', 'insufficient_credits']);
    expect(await poolsOf(billingWorld)).toMatchObject({ core: 0, scans: [{}] });
  });

  test('debit without a scan: after a crash anywhere both exist or neither', async () => {
    for (let call = 1; call <= 8; call++) {
      for (const when of ['before', 'after'] as const) {
        const billingWorld = await open();
        const { ports } = injectFaults(
          { ...billingWorld.world, store: billingWorld.store },
          new Map([[call, when]]),
        );
        await real
          .create(oneUnit, 1)({ ...billingWorld, world: ports }, ports.store)
          .catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        const { core, scans } = await poolsOf(billingWorld);
        expect(core).toBe(500 - scans.length);
      }
    }
  });

  test('refund per retry: a scan that is ended four times is refunded once', async () => {
    const billingWorld = await open();
    await createFirst(billingWorld);
    for (const end of [real.cancel, real.crash, real.cancel]) await end(1)(billingWorld, billingWorld.store);
    billingWorld.now = new Date('2026-02-02T12:00:00.000Z');
    await real.sweep(billingWorld, billingWorld.store);
    const { core, entries } = await poolsOf(billingWorld);
    expect(core).toBe(500);
    expect(entries.filter(({ kind, scanId }) => kind === 'grant' && scanId)).toHaveLength(1);
  });

  test('refund to the other pool: each pool gets its own credits back', async () => {
    const billingWorld = await open({ plan: 'Regulated', credits: { core: 9, sast: 5 }, sastAddon: 'team' });
    await createFirst(billingWorld, { types: 'both' });
    const before = await poolsOf(billingWorld);
    expect([before.core, before.sast]).toEqual([8, 4]);
    await real.cancel(1)(billingWorld, billingWorld.store);
    const after = await poolsOf(billingWorld);
    expect([after.core, after.sast]).toEqual([9, 5]);
  });

  test('refill that adds instead of resetting, or removes purchased packs', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' })
      .spend(300)
      .buy(100)
      .until('2026-04-10T12:00:00.000Z');
    expect(timeline.numbers('core')).toEqual([900, 800, 100, 0]);
  });

  test('drift of the anchor: 31 March follows 28 February', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }, begin).until('2026-02-28T12:00:00.000Z');
    expect(timeline.state.pools.core.periodEndAt).toBe('2026-03-31T12:00:00.000Z');
  });

  test('license month in local time: it changes at midnight UTC in any time zone', async () => {
    const zone = process.env['TZ'];
    try {
      for (const place of ['Pacific/Auckland', 'America/Los_Angeles']) {
        process.env['TZ'] = place;
        const billingWorld = await open();
        for (const instant of ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z']) {
          billingWorld.now = new Date(instant);
          await createFirst(billingWorld, { commit: billingWorld.scans.size === 0 ? 0 : 1 });
        }
        const { licenses } = await readAll(billingWorld);
        expect(licenses.map(({ month }) => month).toSorted()).toEqual(['2026-02', '2026-03']);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('lost license change: 10, then 6 pending, then 12 now and after the renewal', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline.apply((state, now) => scheduleLicenseReduction(state, { licenses: 6, cause: 'six' }, now));
    timeline.apply((state, now) => addLicenses(state, { licenses: 12, invoiceId: 'in_12' }, now));
    expect(timeline.account).toMatchObject({ licenses: 12 });
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.until('2026-04-10T12:00:00.000Z').account.licenses).toBe(12);
  });

  test('hold that any payment clears: only the last unpaid invoice does', () => {
    const timeline = new AccountTimeline();
    for (const invoice of ['core', 'sast'])
      timeline.apply((state, now) => recordFailedPayment(state, invoice, now));
    timeline.apply((state) => recordResolvedPayment(state, 'core'));
    expect(() => requireNoPaymentHold(timeline.account)).toThrow(refusal('payment_failed'));
    timeline.apply((state) => recordResolvedPayment(state, 'sast'));
    expect(() => requireNoPaymentHold(timeline.account)).not.toThrow();
  });

  test('short retention after a plan change: a new plan brings its own maximum', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' });
    timeline.apply((state) => setRetention(state, { days: 7, plan: 'Starter', cause: 'seven' }));
    timeline.apply((state, now) =>
      startPlan(
        state,
        { to: { plan: 'Team', interval: 'month', licenses: 5 }, terms: { renewedBy: 'schedule' }, at: now },
        now,
      ),
    );
    expect(timeline.account.retentionDays).toBe(365);
  });

  test('debit of a client organization: its parent pays', async () => {
    const billingWorld = await open();
    await createFirst(billingWorld, { organization: 1, person: 'eve' });
    const { core, scans } = await poolsOf(billingWorld);
    expect(core).toBe(499);
    expect(scans).toMatchObject([
      { organizationId: billingWorld.organizations[1], billingAccountId: billingWorld.accountId },
    ]);
    const store = billingWorld.store as MemoryStore;
    expect(new Set(store.all('pool').map(({ accountId }) => accountId))).toEqual(
      new Set([billingWorld.accountId]),
    );
  });

  test('formula in the CSV: such a cell is text', () => {
    const row = { at: begin, pool: 'core', kind: 'adjust', cause: 'adjust#1' } as const;
    expect(formatRow({ ...row, amount: -2, motif: '=1+1' })).toContain(`,core,adjust,-2,,'=1+1,`);
  });

  test('loss to floating point: a third of a credit is rounded up every time', () => {
    const timeline = new AccountTimeline({ licenses: 5 }, begin).until('2026-02-10T02:13:07.331Z');
    for (let licenses = 6; licenses <= 15; licenses++)
      timeline.apply((state, now) => addLicenses(state, { licenses, invoiceId: `in_${licenses}` }, now));
    const [left, whole] = ['2026-02-10T02:13:07.331Z', begin].map(
      (from) => BigInt(Date.parse('2026-02-28T12:00:00.000Z')) - BigInt(Date.parse(from)),
    ) as [bigint, bigint];
    const each = Number((100n * left + whole - 1n) / whole);
    expect(timeline.available()).toBe(500 + 10 * each);
  });
});
