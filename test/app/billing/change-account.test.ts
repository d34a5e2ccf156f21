import { describe, expect, test, vi } from 'vitest';
import { changeAccount, changeLoadedAccount, renewAccount } from '#app/billing/change-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { grantPack, PackGrantConflict } from '@scangate/domain/credits/credit-packs';
import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { noChange, withAccount, type BillingState } from '@scangate/domain/accounts/billing-state';
import { renewPaidSubscription } from '@scangate/domain/plans/renew-paid-subscription';
import { Problem } from '@scangate/domain/problem';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { write } from '#test/support/world.ts';
import {
  now,
  halfway,
  renewal,
  account,
  buy,
  core,
  causes,
  stored,
} from '#test/support/billing/account-changes.ts';

describe('an account', () => {
  test('is returned as it is stored, with its version', async () => {
    const { store, accountId } = await account();
    const state = await changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway }, store);
    expect(state).toEqual(await loadAccount(accountId, store));
    const again = await changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway }, store);
    expect(again).toEqual(state);
  });

  test('recognizes by its ledger entry a change that the state no longer shows, and stays as it is', async () => {
    const { store, accountId } = await account();
    await changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway }, store);
    const team = { plan: 'Team', interval: 'month', licenses: 6 } as const;
    await changeAccount(
      accountId,
      { rule: (state) => schedulePlanChange(state, { to: team, cause: 'x' }, halfway), now: halfway },
      store,
    );
    await renewAccount(accountId, store, renewal);
    const before = stored(store);
    const state = await changeAccount(accountId, { rule: buy(12, 'in_1', renewal), now: renewal }, store);
    expect(state.account.licenses).toBe(6);
    expect(stored(store)).toEqual(before);
  });

  test('is not written when nothing changes', async () => {
    const { store, accountId } = await account();
    const commit = vi.spyOn(store, 'commit');
    await changeAccount(accountId, { rule: noChange, now }, store);
    expect(commit).not.toHaveBeenCalled();
  });

  test('is loaded again after a conflict, and only then', async () => {
    const { store, accountId } = await account();
    const stale = { state: await loadAccount(accountId, store) };
    const load = vi.fn<() => Promise<{ state: BillingState }>>(async () => ({
      state: await loadAccount(accountId, store),
    }));
    load.mockResolvedValueOnce(stale);
    await changeLoadedAccount(load, { rule: buy(12, 'in_1'), now: halfway }, store);
    expect(load).toHaveBeenCalledTimes(1);
    load.mockClear().mockResolvedValueOnce(stale);
    await changeLoadedAccount(load, { rule: buy(14, 'in_2'), now: halfway }, store);
    expect(load).toHaveBeenCalledTimes(2);
    expect(store.all('account')).toMatchObject([{ licenses: 14 }]);
    expect(core(store)?.available).toBe(1_200);
  });

  test('of a new period does not count the licenses granted in the previous one', async () => {
    const { store, accountId } = await account();
    await changeAccount(accountId, { rule: buy(14, 'in_1'), now: halfway }, store);
    const team = { plan: 'Team', interval: 'month', licenses: 6 } as const;
    await changeAccount(
      accountId,
      { rule: (state) => schedulePlanChange(state, { to: team, cause: 'x' }, halfway), now: halfway },
      store,
    );
    await renewAccount(accountId, store, renewal);
    await changeAccount(accountId, { rule: buy(14, 'in_2', renewal), now: renewal }, store);
    expect(core(store)?.available).toBe(1_400);
  });

  test('is not changed when the rule or a further change is refused', async () => {
    const { store, accountId } = await account({ plan: 'Free' });
    const before = stored(store);
    const refuse = (state: BillingState) => setAutoRenew(state, { enabled: false, cause: 'off' }, now);
    await expect(changeAccount(accountId, { rule: refuse, now }, store)).rejects.toMatchObject({
      code: 'conflict',
    });
    const grant = grantPack('another', { pack: 'core-100', payment: { cause: 'pack#cs_1' } }, now);
    await write(store, grant.slice(0, 1));
    const refused = () => new Problem('not_found');
    const also = () => grant.slice(0, 1).map((change) => ({ ...change, onConflict: refused }));
    await expect(changeAccount(accountId, { rule: noChange, now, also }, store)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(stored(store).slice(0, 2)).toEqual(before.slice(0, 2));
  });

  test('is decided again after a conflict of a further change, and given up after repeated conflicts', async () => {
    const { store, accountId } = await account();
    const grant = grantPack('another', { pack: 'core-100', payment: { cause: 'pack#cs_1' } }, now);
    await write(store, grant.slice(0, 1));
    const also = vi.fn<() => typeof grant>(() => grant.slice(0, 1));
    await expect(changeAccount(accountId, { rule: noChange, now, also }, store)).rejects.toMatchObject({
      name: 'Transient',
      cause: expect.any(PackGrantConflict),
    });
    also.mockClear().mockReturnValueOnce(grant.slice(0, 1)).mockReturnValue([]);
    await changeAccount(accountId, { rule: buy(12, 'in_1'), now: halfway, also }, store);
    expect(also).toHaveBeenCalledTimes(2);
    expect(store.all('account')).toMatchObject([{ licenses: 12 }]);
  });

  test('is renewed before the rule and after it: a late payment is followed by the refills since then', async () => {
    const { store, accountId } = await account({ licenses: 10, period: 'year' });
    const byInvoice = (state: BillingState) =>
      noChange(withAccount(state, { renewedBy: 'invoice', paidUntilAt: '2027-03-10T12:00:00.000Z' }));
    await changeAccount(accountId, { rule: byInvoice, now }, store);
    const late = '2027-05-12T00:00:00.000Z';
    const next = { startAt: '2027-03-10T12:00:00.000Z', endAt: '2028-03-10T12:00:00.000Z' };
    const state = await changeAccount(
      accountId,
      { rule: (current) => renewPaidSubscription(current, { period: next }, late), now: late },
      store,
    );
    expect(state.pools.core.periodStartAt).toBe('2027-05-10T12:00:00.000Z');
    expect(causes(store).filter((cause) => cause.startsWith('refill#'))).toHaveLength(15);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});
