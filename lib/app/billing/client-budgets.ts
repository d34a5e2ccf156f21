import { setClientBudget } from '@scangate/domain/accounts/client-budget';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import { Problem } from '@scangate/domain/problem';
import type { Account, AuditEvent, ClientBudget, ClientUsage } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';
import { changeAccount, type AccountStore } from './change-account.ts';

type BudgetReader = Pick<StoreReader<'account' | 'pool' | 'organization' | 'clientUsage'>, 'load'>;

/** A budget in the form of requests: an absent limit may be undefined. */
type GivenBudget = Partial<
  Record<'core' | 'sast', { soft?: number | undefined; hard?: number | undefined } | undefined>
>;

/** Drops absent limits, and pools without any. */
const budgetOf = (given: GivenBudget): ClientBudget =>
  Object.fromEntries(
    poolNames.flatMap((pool) => {
      const { soft, hard } = given[pool] ?? {};
      const limits = { ...(soft !== undefined && { soft }), ...(hard !== undefined && { hard }) };
      return Object.keys(limits).length > 0 ? [[pool, limits]] : [];
    }),
  );

const budgetView = (
  { organizationId, budget, month }: { organizationId: string; budget: ClientBudget; month: string },
  usage: ClientUsage | undefined,
  name: string | undefined,
) => ({
  organizationId,
  ...(name !== undefined && { name }),
  month,
  ...budget,
  used: { core: usage?.core ?? 0, sast: usage?.sast ?? 0 },
});

/** Organizations per load: each has two records, and a load takes a hundred. */
const clientsPerLoad = 50;

const viewsOf = async (
  { accountId, clientBudgets = {} }: Pick<Account, 'accountId' | 'clientBudgets'>,
  store: BudgetReader,
  month: string,
) => {
  const all = Object.entries(clientBudgets).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const views = [];
  for (let start = 0; start < all.length; start += clientsPerLoad) {
    const batch = all.slice(start, start + clientsPerLoad);
    const usages = await store.load(
      batch.map(([organizationId]) => ({
        record: 'clientUsage' as const,
        id: { accountId, organizationId, month },
      })),
      { consistent: true },
    );
    const organizations = await store.load(
      batch.map(([organizationId]) => ({ record: 'organization' as const, id: { organizationId } })),
    );
    for (const [index, [organizationId, budget]] of batch.entries())
      views.push(budgetView({ organizationId, budget, month }, usages[index], organizations[index]?.name));
  }
  return views;
};

/** Lists the budgets of an account, with the amounts that were spent this month. */
export const listBudgets = async (accountId: string, store: BudgetReader, now: Date) => {
  const [account] = await store.load([{ record: 'account', id: { accountId } }], { consistent: true });
  if (!account) throw new Error('the billing account is missing');
  return viewsOf(account, store, monthOf(now.toISOString()));
};

export interface BudgetChange {
  accountId: string;
  organizationId: string;
  budget: GivenBudget;
  /** Names the change, once. */
  cause: string;
  actor: AuditEvent['actor'];
  now: Date;
}

/** Sets the budget of a client organization. @throws Problem not_found unless the account pays for it. */
export const setBudget = async (
  { accountId, organizationId, budget: given, cause, actor, now }: BudgetChange,
  store: AccountStore & BudgetReader,
) => {
  const at = now.toISOString();
  const [organization] = await store.load([{ record: 'organization', id: { organizationId } }]);
  if (organization?.billingAccountId !== accountId || organizationId === accountId)
    throw new Problem('not_found', { detail: 'No client organization has this id.' });
  const budget = budgetOf(given);
  const rule = (state: Parameters<typeof setClientBudget>[0]) =>
    setClientBudget(state, { organizationId, budget, cause });
  await changeAccount(accountId, { rule, now: at, actor }, store);
  const month = monthOf(at);
  const [view] = await viewsOf({ accountId, clientBudgets: { [organizationId]: budget } }, store, month);
  if (!view) throw new Error('the budget has no view');
  return view;
};
