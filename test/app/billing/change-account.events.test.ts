import { describe, expect, test } from 'vitest';
import { changeAccount, renewAccount } from '#app/billing/change-account.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { recordFailedPayment, recordResolvedPayment } from '@scangate/domain/payments/payment-hold';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { startPlan } from '@scangate/domain/plans/plan-change';
import type { BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import { emittedEvents, emittedTypes, listenTo } from '#test/support/events/emitted-events.ts';
import { account, buy, halfway, now, renewal } from '#test/support/billing/account-changes.ts';
import { newOrganization } from '#test/support/world.ts';

type Rule = (state: BillingState) => BillingOutcome;

const listeningAccount = async (...listens: string[]) => {
  const made = await account();
  if (listens.length > 0) await listenTo(made.store, made.accountId, listens);
  const change = (rule: Rule, at = halfway) => changeAccount(made.accountId, { rule, now: at }, made.store);
  return { ...made, change };
};

describe('a change of an account', () => {
  test('emits an event with the plan before and after', async () => {
    const { store, accountId, change } = await listeningAccount('plan.changed');
    await change(buy(12, 'in_1'));
    expect(emittedEvents(store)).toMatchObject([
      { data: { plan: 'Team', previousPlan: 'Team', licenses: 12, interval: 'month' } },
    ]);
    await change((state) => setAutoRenew(state, { enabled: false, cause: 'off' }, halfway));
    await renewAccount(accountId, store, '2028-01-01T00:00:00.000Z');
    expect(emittedEvents(store).at(-1)).toMatchObject({ data: { plan: 'Free', previousPlan: 'Team' } });
  });

  test('applied twice emits one event', async () => {
    const { store, change } = await listeningAccount('*');
    await change(buy(12, 'in_1'));
    await change(buy(12, 'in_1'));
    expect(emittedTypes(store)).toEqual(['plan.changed']);
  });

  test('emits an event for each failed payment, and one when all are resolved', async () => {
    const { store, change } = await listeningAccount('payment.*');
    for (const invoiceId of ['in_1', 'in_2'])
      await change((state) => recordFailedPayment(state, invoiceId, now));
    await change((state) => recordFailedPayment(state, 'in_1', now));
    await change((state) => recordResolvedPayment(state, 'in_1'));
    expect(emittedTypes(store)).toEqual(['payment.failed', 'payment.failed']);
    await change((state) => recordResolvedPayment(state, 'in_2'));
    expect(emittedEvents(store).at(-1)).toMatchObject({ type: 'payment.resolved', data: { since: now } });
  });

  test('is delivered to the organization that pays, and not to its clients', async () => {
    const { store, accountId, change } = await listeningAccount('*');
    const client = await newOrganization(store, { parent: accountId });
    await listenTo(store, client.organizationId, ['*']);
    await change((state) => recordFailedPayment(state, 'in_1', now));
    expect(emittedTypes(store, client.organizationId)).toEqual([]);
    expect(emittedTypes(store, accountId)).toEqual(['payment.failed']);
  });

  test('that is refused emits no event', async () => {
    const { store, change } = await listeningAccount('*');
    const refuse: Rule = (state) =>
      startPlan(
        state,
        { to: { plan: 'Free', interval: 'month' }, terms: { renewedBy: 'schedule' }, at: now },
        now,
      );
    await expect(change(refuse)).rejects.toThrow(/Free/);
    expect(emittedEvents(store)).toEqual([]);
  });
});

test('costs no additional reads and no row when there is no subscriber', async () => {
  const counted = async (...listens: string[]) => {
    const { store, change } = await listeningAccount(...listens);
    const calls: string[] = [];
    const [commit, load] = [store.commit.bind(store), store.load.bind(store)];
    store.commit = async (changes) => {
      calls.push(...changes.map(({ record }) => record));
      return commit(changes);
    };
    store.load = (async (...args: Parameters<MemoryStore['load']>) => {
      calls.push('load');
      return load(...args);
    }) as typeof store.load;
    await change(buy(12, 'in_1'), renewal < halfway ? renewal : halfway);
    return calls;
  };
  const silent = await counted();
  expect(silent.filter((call) => call === 'load')).toHaveLength(1);
  expect(silent).not.toContain('storedEvent');
  expect((await counted('*')).toSorted()).toEqual([...silent, 'storedEvent'].toSorted());
});
