import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { sendReminders } from '#app/mail/send-reminders.ts';
import { withAccount, noChange } from '@scangate/domain/accounts/billing-state';
import { Problem, Transient } from '@scangate/domain/problem';
import type { Account } from '@scangate/domain/records';
import type { PaymentReader } from '#ports/payment-provider.ts';
import { log } from '#runtime/log.ts';
import { newCommit, requestScan } from '#test/support/api/request-scan.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, noon, write } from '#test/support/world.ts';

let store: MemoryStore;
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
});

const day = 86_400;
const unknown = { preview: async () => undefined };
const remindOn = (seconds: number, paymentProvider: Pick<PaymentReader, 'preview'> = unknown) =>
  sendReminders({ store, log, paymentProvider }, taskContextAt(later(seconds)));
const mails = (kind: string) =>
  store
    .all('mail')
    .filter((mail) => mail.kind === kind)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
const remindDaily = async (days: number): Promise<void> => {
  for (let count = 0; count <= days; count++) await remindOn(count * day + 60);
};
const change = (accountId: string, more: Partial<Account>) =>
  changeAccount(
    accountId,
    { rule: (state) => noChange(withAccount(state, more)), now: noon.toISOString() },
    store,
  );
const spend = (accountId: string, credits: number) =>
  write(store, [
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool: 'core' },
      add: { available: -credits, consumed: credits },
    },
  ]);

describe('a failed payment', () => {
  test('gets a reminder on days 3, 7 and 14, once each', async () => {
    const { organizationId } = await newOrganization(store);
    await change(organizationId, { unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] });
    await remindDaily(30);
    expect(mails('payment_reminder').map(({ facts, createdAt }) => [facts['day'], createdAt])).toEqual([
      [3, later(3 * day + 60).toISOString()],
      [7, later(7 * day + 60).toISOString()],
      [14, later(14 * day + 60).toISOString()],
    ]);
  });

  test('that is paid gets no reminder, and after an outage only the latest reminder is sent', async () => {
    const { organizationId } = await newOrganization(store);
    await change(organizationId, { unpaidInvoices: [{ invoiceId: 'in_1', failedAt: noon.toISOString() }] });
    await remindOn(8 * day);
    await change(organizationId, { unpaidInvoices: [] });
    await remindOn(20 * day);
    expect(mails('payment_reminder').map(({ facts }) => facts['day'])).toEqual([7]);
  });
});

describe('a yearly renewal', () => {
  test('is announced a week before, once, unless the plan ends', async () => {
    await newOrganization(store, { plan: 'Team', period: 'year' });
    const ending = await newOrganization(store, { plan: 'Team', period: 'year' });
    await newOrganization(store, { plan: 'Team' });
    await change(ending.organizationId, { endsAt: later(365 * day).toISOString() });
    for (let count = 350; count < 372; count++) await remindOn(count * day);
    expect(mails('renewal_upcoming')).toMatchObject([
      {
        createdAt: later(358 * day).toISOString(),
        facts: { plan: 'Team', renewsAt: later(365 * day).toISOString() },
      },
    ]);
  });
});

describe('the amount of a yearly renewal', () => {
  const withSubscription = async () => {
    const { organizationId: accountId } = await newOrganization(store, { plan: 'Team', period: 'year' });
    const item = { accountId, changeRequestId: 'c', version: 1, subscriptionId: 'sub_1' };
    await write(store, [{ change: 'insert', record: 'paymentAccount', item }]);
  };

  test('is stated as the payment provider previews it', async () => {
    await withSubscription();
    const preview = vi.fn<PaymentReader['preview']>(async () => ({
      amountDue: 120_000,
      currency: 'usd',
      lines: [],
      at: later(365 * day).toISOString(),
    }));
    await remindOn(360 * day, { preview });
    expect(preview.mock.calls).toEqual([['sub_1']]);
    expect(mails('renewal_upcoming')).toMatchObject([{ facts: { amount: 120_000, currency: 'usd' } }]);
  });

  test.each([
    ['the provider does not answer', async () => Promise.reject(new Transient('no answer'))],
    ['no payments are configured', async () => Promise.reject(new Problem('conflict'))],
    ['there is no next invoice', async () => undefined],
  ])('is left out when %s', async (_case, preview) => {
    await withSubscription();
    await remindOn(360 * day, { preview });
    expect(mails('renewal_upcoming')).toHaveLength(1);
    expect(mails('renewal_upcoming')[0]?.facts).not.toHaveProperty('amount');
  });
});

describe('a yearly plan that changes at its renewal', () => {
  test.each([
    ['Free', 'month', 0],
    ['Starter', 'month', 0],
    ['Starter', 'year', 1],
  ] as const)('to %s by the %s: %i mails', async (plan, interval, count) => {
    const { organizationId } = await newOrganization(store, { plan: 'Team', period: 'year' });
    const effectiveAt = later(365 * day).toISOString();
    await change(organizationId, { pending: { plan, interval, effectiveAt } });
    await remindOn(360 * day);
    expect(mails('renewal_upcoming')).toHaveLength(count);
  });
});

describe('a low balance', () => {
  test('is reported once in each period', async () => {
    const { organizationId } = await newOrganization(store, { plan: 'Team' });
    await spend(organizationId, 399);
    await remindOn(60);
    expect(mails('low_balance')).toEqual([]);
    await spend(organizationId, 1);
    await remindDaily(5);
    expect(mails('low_balance')).toMatchObject([{ facts: { pool: 'core', available: 100, included: 500 } }]);
    await remindOn(40 * day);
    expect(mails('low_balance')).toHaveLength(1);
    await spend(organizationId, 400);
    await remindOn(41 * day);
    expect(mails('low_balance')).toHaveLength(1);
    await changeAccount(organizationId, { rule: noChange, now: later(41 * day).toISOString() }, store);
    await spend(organizationId, 450);
    await remindOn(42 * day);
    expect(mails('low_balance')).toHaveLength(2);
  });

  test('is not reported for an unused pool, nor for one that is recharged', async () => {
    const { organizationId } = await newOrganization(store, { plan: 'Team' });
    await spend(organizationId, 450);
    const settings = { enabled: true, threshold: 60, pack: 'core-100' as const, monthlyCap: 3, version: 1 };
    await change(organizationId, { autoRecharge: { core: settings } });
    await remindOn(60);
    expect(mails('low_balance')).toEqual([]);
  });

  test('is reported when auto-recharge is enabled but the plan has none, or no pack arrives', async () => {
    const settings = { enabled: true, threshold: 60, pack: 'core-100' as const, monthlyCap: 3, version: 1 };
    const free = await newOrganization(store, { plan: 'Free' });
    const starter = await newOrganization(store, { plan: 'Starter' });
    for (const { organizationId } of [free, starter])
      await change(organizationId, { autoRecharge: { core: settings } });
    await spend(free.organizationId, 95);
    await spend(starter.organizationId, 799);
    await remindOn(60);
    expect(mails('low_balance')).toMatchObject([{ accountId: free.organizationId }]);
    await spend(starter.organizationId, 1);
    await remindDaily(3);
    expect(mails('low_balance').map(({ accountId }) => accountId)).toEqual(
      expect.arrayContaining([free.organizationId, starter.organizationId]),
    );
    expect(mails('low_balance')).toHaveLength(2);
  });

  test('is reported at the scan that makes the pool low, and a failing outbox fails no scan', async () => {
    const organization = await newOrganization(store, { plan: 'Team' });
    const { organizationId } = organization;
    const { repositoryId } = await newRepository(store, organizationId, [['', 'npm']]);
    const scan = () => {
      const request = { repositoryId, commitHash: newCommit(), scanTypes: ['sca' as const] };
      return requestScan(store, { caller: organization.as('member'), request });
    };
    await spend(organizationId, 399);
    await scan();
    expect(mails('low_balance')).toMatchObject([{ facts: { available: 100 } }]);
    await scan();
    await remindOn(60);
    expect(mails('low_balance')).toHaveLength(1);
    const other = await newOrganization(store, { plan: 'Team' });
    const own = await newRepository(store, other.organizationId, [['', 'npm']]);
    await spend(other.organizationId, 399);
    const commit = store.commit.bind(store);
    vi.spyOn(store, 'commit').mockImplementation(async (changes) => {
      if (changes.some(({ record }) => record === 'mail')) throw new Error('no outbox');
      return commit(changes);
    });
    const request = { repositoryId: own.repositoryId, commitHash: newCommit(), scanTypes: ['sca' as const] };
    expect((await requestScan(store, { caller: other.as('member'), request })).status).toBe(201);
  });
});
