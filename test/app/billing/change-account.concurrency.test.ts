import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeAccount, renewAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { grantPack } from '@scangate/domain/credits/credit-packs';
import { schedulePlanChange, startPlan } from '@scangate/domain/plans/plan-change';
import { toChanges, type BillingState } from '@scangate/domain/accounts/billing-state';
import { applyDueChanges } from '@scangate/domain/accounts/time-driven-changes';
import type { Store } from '#ports/store.ts';
import { Crash, injectFaults } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import {
  now,
  halfway,
  renewal,
  account,
  buy,
  core,
  causes,
  stored,
  debit,
  histories,
} from '#test/support/billing/account-changes.ts';
import { runs } from '#test/support/runs/samples.ts';

describe('concurrently', () => {
  test('two events are applied once each, in every order of their reads and writes', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (picks) => {
        const { store, accountId } = await account();
        await interleave(store, picks, [
          (shared) => changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway }, shared),
          (shared) =>
            changeAccount(
              accountId,
              {
                rule: (state) => setAutoRenew(state, { enabled: false, cause: 'off' }, halfway),
                now: halfway,
              },
              shared,
            ),
        ]);
        expect(store.all('account')).toMatchObject([{ licenses: 12, endsAt: renewal, version: 3 }]);
        expect(core(store)?.available).toBe(1_100);
        expect(store.all('auditEvent')).toHaveLength(2);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('a change that takes effect with a period is decided again when another period has started', async () => {
    const monthly = { plan: 'Team', interval: 'month', licenses: 10 } as const;
    await fc.assert(
      fc.asyncProperty(histories, async (picks) => {
        const { store, accountId } = await account();
        const begin = (state: BillingState) =>
          startPlan(state, { to: monthly, terms: { renewedBy: 'schedule' }, at: halfway }, halfway);
        const choose = (state: BillingState) =>
          schedulePlanChange(
            state,
            { to: { plan: 'Starter', interval: 'month' }, cause: 'starter' },
            halfway,
          );
        await interleave(store, picks, [
          (shared) => changeAccount(accountId, { rule: begin, now: halfway }, shared),
          (shared) => changeAccount(accountId, { rule: choose, now: halfway }, shared),
        ]);
        const { pending } = store.all('account')[0] ?? {};
        // A change chosen before is gone with the period; one chosen after is for the end of the new period.
        expect([undefined, core(store)?.periodEndAt]).toContain(pending?.effectiveAt);
      }),
      { numRuns: runs(100) },
    );
  });

  test('one event that is handled three times is applied once', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (picks) => {
        const { store, accountId } = await account();
        const tell = (shared: Store) =>
          changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway }, shared);
        await interleave(store, picks, [tell, tell, tell]);
        expect(core(store)?.available).toBe(1_100);
        expect(causes(store).filter((cause) => cause === 'seats#in_1')).toHaveLength(1);
        expect(store.all('auditEvent')).toHaveLength(1);
      }),
      { numRuns: runs(100) },
    );
  });

  test('no event, pack or debit is lost, and the ledger adds up', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(halfway, renewal), async (picks, at) => {
        const { store, accountId } = await account();
        const pack = grantPack(accountId, { pack: 'core-100', payment: { cause: 'pack#cs_1' } }, at);
        await interleave(store, picks, [
          (shared) => changeAccount(accountId, { rule: buy(12, 'in_1', at), now: at }, shared),
          debit(accountId, 'a'),
          debit(accountId, 'b'),
          (shared) => shared.commit(pack),
          debit(accountId, 'c'),
        ]);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
        expect(causes(store).filter((cause) => cause.startsWith('consume#'))).toHaveLength(3);
        // A debit before the renewal belongs to the old period and expires with it.
        const { available = 0 } = core(store) ?? {};
        if (at === halfway) expect(available).toBe(1_000 + 100 + 100 - 21);
        else expect([1_300, 1_293, 1_286, 1_279]).toContain(available);
        expect(core(store)?.purchased).toBe(100);
      }),
      { numRuns: runs(150) },
    );
  });

  test('three concurrent renewals count as one', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (picks) => {
        const { store, accountId } = await account({ licenses: 10, sastAddon: 'team' });
        const renew = (shared: Store) => renewAccount(accountId, shared, '2026-06-11T00:00:00.000Z');
        await interleave(store, picks, [renew, renew, renew]);
        expect(causes(store).filter((cause) => cause.startsWith('refill#'))).toHaveLength(8);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('a refill that was decided before a change of plan and written after it does not keep the old plan', async () => {
    const { store, accountId } = await account();
    const before = await loadAccount(accountId, store);
    const late = toChanges(before, applyDueChanges(before, renewal), { now: renewal });
    const starter = { plan: 'Starter', interval: 'month' } as const;
    await changeAccount(
      accountId,
      { rule: (state) => schedulePlanChange(state, { to: starter, cause: 'x' }, halfway), now: halfway },
      store,
    );
    // Whether it is refused does not matter here, only the result.
    await store.commit(late);
    const state = await renewAccount(accountId, store, renewal);
    expect(state).toMatchObject({
      account: { plan: 'Starter' },
      pools: { core: { available: 800, anchorAt: now, periodEndAt: '2026-05-10T12:00:00.000Z' } },
    });
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('interrupted before or after any call', () => {
  const insist = async (work: () => Promise<unknown>) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
    }
    return undefined;
  };

  test('an event that is repeated is applied once', async () => {
    const at = '2026-06-11T00:00:00.000Z';
    const whole = await account();
    await changeAccount(whole.accountId, { rule: buy(12, 'in_1', at), now: at }, whole.store);
    const money = (store: MemoryStore) =>
      store.all('pool').map(({ accountId: _accountId, dueQueue: _open, ...pool }) => pool);
    for (let call = 1; call <= 4; call++) {
      for (const when of ['before', 'after'] as const) {
        const { store, accountId } = await account();
        const { ports } = injectFaults({ store: store as Store }, new Map([[call, when]]));
        await insist(() => changeAccount(accountId, { rule: buy(12, 'in_1', at), now: at }, ports.store));
        expect({ call, when, pools: money(store) }).toEqual({ call, when, pools: money(whole.store) });
        expect(store.all('auditEvent')).toHaveLength(1);
        expect(violationsOf(moneyRecords(store))).toEqual([]);
      }
    }
  });

  test('years of renewals take several transactions, and a repeated run continues after the last one', async () => {
    const { store, accountId } = await account({ licenses: 10, sastAddon: 'team' });
    const late = '2036-03-11T00:00:00.000Z';
    const { ports, count } = injectFaults(
      { store: store as Store },
      new Map([
        [6, 'after'],
        [9, 'before'],
      ]),
    );
    await insist(() => renewAccount(accountId, ports.store, late));
    expect(count()).toBeGreaterThan(20);
    expect(causes(store).filter((cause) => cause.startsWith('refill#'))).toHaveLength(2 * 121);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
    const before = stored(store);
    await renewAccount(accountId, store, late);
    expect(stored(store)).toEqual(before);
  });

  test('further changes are written once, with the last transaction', async () => {
    const { store, accountId } = await account({ licenses: 10, sastAddon: 'team' });
    const late = '2036-03-11T00:00:00.000Z';
    const beside = () =>
      grantPack(accountId, { pack: 'core-100', payment: { cause: 'pack#cs_1' } }, late).slice(0, 1);
    await changeAccount(accountId, { rule: buy(12, 'in_1', late), now: late, also: beside }, store);
    expect(store.all('account')).toMatchObject([{ licenses: 12 }]);
    expect(causes(store).filter((cause) => cause === 'pack#cs_1')).toHaveLength(1);
  });
});
