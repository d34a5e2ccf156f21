import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { listAccounts, type AccountList } from '#app/operator/list-accounts.ts';
import { listAccountsInput } from '#contract/operator-input.ts';
import { newPaymentAccount } from '@scangate/domain/payments/payment-account';
import { later, newOrganization, noon } from '#test/support/world.ts';

let store: MemoryStore;
beforeEach(() => void (store = new MemoryStore()));

const list = (input: object = {}, now = noon): Promise<AccountList> =>
  listAccounts(listAccountsInput.parse(input), { store }, now);

/** Reads all pages. */
const listAll = async (input: object = {}) => {
  const rows: AccountList['accounts'] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...input, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.accounts);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
};
const change = (accountId: string, set: object) =>
  store.commit([{ change: 'update', record: 'account', id: { accountId }, set }]);

describe('the list of accounts', () => {
  test('shows plan, balances, hold, difference and last scan', async () => {
    const { organizationId } = await newOrganization(store, { plan: 'Team', licenses: 7 });
    const failures = [{ invoiceId: 'in_1', failedAt: later(60).toISOString() }];
    await change(organizationId, { unpaidInvoices: failures });
    const paymentAccount = { ...newPaymentAccount(organizationId, 'one'), customerId: 'cus_1' };
    await store.commit([
      {
        change: 'insert',
        record: 'paymentAccount',
        item: { ...paymentAccount, differsSince: noon.toISOString() },
      },
    ]);
    expect(await listAll()).toEqual([
      {
        organizationId,
        name: expect.any(String),
        createdAt: noon.toISOString(),
        paidBy: organizationId,
        account: {
          plan: 'Team',
          period: 'month',
          licenses: 7,
          renewedBy: 'schedule',
          renewsAt: '2026-04-10T12:00:00.000Z',
          autoRenew: true,
          sastAddon: null,
          hold: { since: later(60).toISOString(), invoices: ['in_1'] },
          balances: { core: 700, sast: 0 },
          customerId: 'cus_1',
          differsFromStripeSince: noon.toISOString(),
        },
        lastScan: null,
      },
    ]);
  });

  test('has no empty page before the last one', async () => {
    const { organizationId } = await newOrganization(store);
    const { accounts } = await list();
    expect(accounts.map((row) => row.organizationId)).toEqual([organizationId]);
  });

  test('fills a page with organizations up to its limit', async () => {
    for (let index = 0; index < 23; index++) await newOrganization(store);
    expect((await list({ limit: 20 })).accounts).toHaveLength(20);
    const whole = await list({ limit: 50 });
    expect([whole.accounts.length, whole.cursor]).toEqual([23, undefined]);
  });

  test('shows a client organization without an account, and who pays for it', async () => {
    const parent = await newOrganization(store, { plan: 'Team' });
    const client = await newOrganization(store, { parent: parent.organizationId });
    const rows = await listAll();
    expect(rows.map(({ organizationId }) => organizationId).toSorted()).toEqual(
      [parent.organizationId, client.organizationId].toSorted(),
    );
    const row = rows.find(({ organizationId }) => organizationId === client.organizationId);
    expect(row).toMatchObject({ account: null, paidBy: parent.organizationId });
    expect(await listAll({ plan: 'Team' })).toMatchObject([{ organizationId: parent.organizationId }]);
  });

  test('shows balances after renewals that are due but not written yet', async () => {
    const { organizationId } = await newOrganization(store, { plan: 'Free' });
    await store.commit([
      {
        change: 'update',
        record: 'pool',
        id: { accountId: organizationId, pool: 'core' },
        add: { available: -90, consumed: 90 },
      },
    ]);
    const { accounts } = await list({}, later(60 * 86_400));
    expect(accounts).toMatchObject([{ account: { balances: { core: 100, sast: 0 } } }]);
  });

  test('names every matching organization once, for any page size and filter', async () => {
    const model = new Map<string, { plan: string; held: boolean }>();
    for (let index = 0; index < 23; index++) {
      const plan = (['Free', 'Starter', 'Team'] as const)[index % 3] ?? 'Free';
      const { organizationId } = await newOrganization(store, { plan });
      const held = plan !== 'Free' && index % 2 === 0;
      if (held) await change(organizationId, { unpaidInvoices: [{ invoiceId: 'in', failedAt: 'at' }] });
      model.set(organizationId, { plan, held });
    }
    const filters = fc.record(
      { plan: fc.constantFrom('Free', 'Starter', 'Team', 'Regulated'), held: fc.boolean() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), filters, async (limit, filter) => {
        const rows = await listAll({ limit, ...filter });
        const expected = [...model].filter(
          ([, { plan, held }]) => (filter.plan ?? plan) === plan && (held || filter.held !== true),
        );
        expect(rows.map(({ organizationId }) => organizationId).toSorted()).toEqual(
          expected.map(([id]) => id).toSorted(),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('refuses a cursor of another list', async () => {
    await expect(list({ cursor: 'elsewhere' })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
