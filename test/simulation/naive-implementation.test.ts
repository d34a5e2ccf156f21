import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import {
  requireNoPaymentHold,
  recordFailedPayment,
  recordResolvedPayment,
} from '@scangate/domain/payments/payment-hold';
import { formatRow } from '@scangate/domain/ledger/ledger-csv';
import { startPlan } from '@scangate/domain/plans/plan-change';
import { setRetention } from '@scangate/domain/accounts/payload-retention';
import { addLicenses, scheduleLicenseReduction } from '@scangate/domain/licenses/change-license-count';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import { AccountTimeline, refusal } from '../models/account-timeline.ts';
import { Crash, injectFaults } from '../support/store/fault-injection.ts';
import { interleave } from '../support/store/interleave.ts';
import * as real from '../models/billing-world.ts';
import { openBillingWorld, type BillingWorld } from '../models/billing-world.ts';
import type { ScanRequest } from '../models/scan-model.ts';
import { violationsIn, readAll } from '../models/read-world.ts';

/** What goes wrong in billing that was written in an afternoon; named as it goes wrong (billing.md). */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const begin = '2026-01-31T12:00:00.000Z';
const open = (order: Partial<NewOrganization> = {}): Promise<BillingWorld> =>
  openBillingWorld(new MemoryStore(), { plan: 'Team', ...order }, begin);
const oneUnit: ScanRequest = { organization: 0, person: 'ada', repository: 0, commit: 0, types: 'sca' };
const createFirst = (economy: BillingWorld, more: Partial<ScanRequest> = {}) =>
  real.create({ ...oneUnit, ...more }, 1)(economy, economy.store);

const poolsOf = async (economy: BillingWorld) => {
  const written = await readAll(economy);
  expect(violationsIn(written)).toEqual([]);
  const { core, sast } = written.state.pools;
  return { core: core.available, sast: sast.available, entries: written.entries, scans: written.scans };
};

describe('a toy version would have', () => {
  test('read-then-write debits: of two that read one last credit, one is created', async () => {
    const economy = await open({ plan: 'Regulated', credits: { core: 1 } });
    const said: string[] = [];
    const asking = (commit: number) => async (store: BillingWorld['store']) =>
      void said.push(await real.create({ ...oneUnit, commit }, commit)(economy, store));
    await interleave(economy.store, [0, 1], [asking(1), asking(2)]);
    expect(said.toSorted()).toEqual(['created', 'insufficient_credits']);
    expect(await poolsOf(economy)).toMatchObject({ core: 0, scans: [{}] });
  });

  test('debit and scan in two writes: wherever it is cut, both are there or neither is', async () => {
    for (let call = 1; call <= 8; call++) {
      for (const when of ['before', 'after'] as const) {
        const economy = await open();
        const { ports } = injectFaults({ ...economy.world, store: economy.store }, new Map([[call, when]]));
        await real
          .create(oneUnit, 1)({ ...economy, world: ports }, ports.store)
          .catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        const { core, scans } = await poolsOf(economy);
        expect(core).toBe(500 - scans.length);
      }
    }
  });

  test('refund once per retry: ended four times over, a scan is refunded once', async () => {
    const economy = await open();
    await createFirst(economy);
    for (const end of [real.cancel, real.die, real.cancel]) await end(1)(economy, economy.store);
    economy.now = new Date('2026-02-02T12:00:00.000Z');
    await real.sweepNow(economy, economy.store);
    const { core, entries } = await poolsOf(economy);
    expect(core).toBe(500);
    expect(entries.filter(({ kind, scanId }) => kind === 'grant' && scanId)).toHaveLength(1);
  });

  test('refund to the other pool: each pool gets back what it gave', async () => {
    const economy = await open({ plan: 'Regulated', credits: { core: 9, sast: 5 }, sastAddon: 'team' });
    await createFirst(economy, { types: 'both' });
    const before = await poolsOf(economy);
    expect([before.core, before.sast]).toEqual([8, 4]);
    await real.cancel(1)(economy, economy.store);
    const after = await poolsOf(economy);
    expect([after.core, after.sast]).toEqual([9, 5]);
  });

  test('refill that adds instead of resetting, or wipes packs', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' })
      .spend(300)
      .buy(100)
      .until('2026-04-10T12:00:00.000Z');
    expect(timeline.numbers('core')).toEqual([900, 800, 100, 0]);
  });

  test('months counted from the last renewal: after 28 February comes 31 March', () => {
    const timeline = new AccountTimeline({ plan: 'Starter' }, begin).until('2026-02-28T12:00:00.000Z');
    expect(timeline.state.pools.core.periodEndAt).toBe('2026-03-31T12:00:00.000Z');
  });

  test('licence month in local time: it turns at midnight UTC wherever the function runs', async () => {
    const zone = process.env['TZ'];
    try {
      for (const place of ['Pacific/Auckland', 'America/Los_Angeles']) {
        process.env['TZ'] = place;
        const economy = await open();
        for (const instant of ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z']) {
          economy.now = new Date(instant);
          await createFirst(economy, { commit: economy.scans.size === 0 ? 0 : 1 });
        }
        const { licenses } = await readAll(economy);
        expect(licenses.map(({ month }) => month).toSorted()).toEqual(['2026-02', '2026-03']);
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test('seats 10→6 pending→12: twelve, now and after the renewal', () => {
    const timeline = new AccountTimeline({ licenses: 10 });
    timeline.apply((state, now) => scheduleLicenseReduction(state, { licenses: 6, cause: 'six' }, now));
    timeline.apply((state, now) => addLicenses(state, { licenses: 12, invoiceId: 'in_12' }, now));
    expect(timeline.account).toMatchObject({ licenses: 12 });
    expect(timeline.account.pending).toBeUndefined();
    expect(timeline.until('2026-04-10T12:00:00.000Z').account.licenses).toBe(12);
  });

  test('paying any invoice clears the hold: only the last unpaid one does', () => {
    const timeline = new AccountTimeline();
    for (const invoice of ['core', 'sast'])
      timeline.apply((state, now) => recordFailedPayment(state, invoice, now));
    timeline.apply((state) => recordResolvedPayment(state, 'core'));
    expect(() => requireNoPaymentHold(timeline.account)).toThrow(refusal('payment_failed'));
    timeline.apply((state) => recordResolvedPayment(state, 'sast'));
    expect(() => requireNoPaymentHold(timeline.account)).not.toThrow();
  });

  test('plan applied, short retention kept: a new plan keeps as long as it may', () => {
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

  test('a child organization debiting itself: its parent pays, and it has nothing of its own', async () => {
    const economy = await open();
    await createFirst(economy, { organization: 1, person: 'eve' });
    const { core, scans } = await poolsOf(economy);
    expect(core).toBe(499);
    expect(scans).toMatchObject([
      { organizationId: economy.organizations[1], billingAccountId: economy.accountId },
    ]);
    const store = economy.store as MemoryStore;
    expect(new Set(store.all('pool').map(({ accountId }) => accountId))).toEqual(
      new Set([economy.accountId]),
    );
  });

  test('formulas in the CSV: a cell that a spreadsheet would reckon is text', () => {
    const row = { at: begin, pool: 'core', kind: 'adjust', cause: 'adjust#1' } as const;
    expect(formatRow({ ...row, amount: -2, motif: '=1+1' })).toContain(`,core,adjust,-2,,'=1+1,`);
  });

  test('a cent lost to floating point: a third of a credit is rounded up, ten times over', () => {
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
