import { withAccount, noChange, type BillingOutcome, type BillingState } from './billing-state.ts';
import type { Change, Condition } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { monthOf } from '../licenses/claim-license.ts';
import { enqueueMail } from '../mail/notifications.ts';
import { Problem } from '../problem.ts';
import { differs } from '../record-difference.ts';
import type { Account, ClientBudget, ClientUsage, Instant, Scan } from '../records.ts';

/** Thrown when another scan of the client was counted since the count was read. */
class ClientUsageConflict extends Conflict {
  constructor() {
    super('the usage of the client changed since it was read');
  }
}

/** The limit of budgets of an account, whose record holds them. */
export const maxBudgets = 200;

/** Sets the budget of a client organization; an empty one removes it. */
export const setClientBudget = (
  state: BillingState,
  { organizationId, budget, cause }: { organizationId: string; budget: ClientBudget; cause: string },
): BillingOutcome => {
  const { [organizationId]: before, ...others } = state.account.clientBudgets ?? {};
  const isSet = poolNames.some((pool) => budget[pool] !== undefined);
  const after = isSet ? { ...others, [organizationId]: budget } : others;
  if (Object.keys(after).length > maxBudgets)
    throw new Problem('conflict', { detail: `An account has at most ${maxBudgets} budgets.` });
  for (const pool of poolNames) {
    const { soft, hard } = budget[pool] ?? {};
    if (soft !== undefined && hard !== undefined && soft > hard)
      throw new Problem('validation_failed', { detail: 'The soft limit is above the hard limit.' });
  }
  if (!differs(before ?? {}, isSet ? budget : {})) return noChange(state);
  const clientBudgets = Object.keys(after).length > 0 ? after : undefined;
  return {
    state: withAccount(state, { clientBudgets }),
    entries: [],
    auditNotes: [
      {
        action: 'budget.changed',
        cause,
        before: { organizationId, budget: before ?? null },
        after: { organizationId, budget: isSet ? budget : null },
      },
    ],
  };
};

/** The facts that the count of a client's usage is decided from. */
export interface ClientSpending {
  account: Pick<Account, 'accountId' | 'clientBudgets'>;
  organizationId: string;
  /** The count of the month as read. */
  usage: ClientUsage | undefined;
  total: Record<PoolName, number>;
}

const exhausted = (
  pool: PoolName,
  { hard, used, required }: { hard: number; used: number; required: number },
  month: string,
): Problem =>
  new Problem('budget_exhausted', {
    detail: `The organization has used ${used} of the ${hard} ${pool} credits that it may spend in ${month}; ${required} are needed.`,
    pool,
    limit: hard,
    used,
    required,
    month,
  });

/** Returns the refusal of the first pool whose hard limit the spending would exceed. */
const refusalOf = (
  { account, organizationId, total }: ClientSpending,
  usage: ClientUsage | undefined,
  month: string,
): Problem | undefined => {
  for (const pool of poolNames) {
    const hard = account.clientBudgets?.[organizationId]?.[pool]?.hard;
    const [used, required] = [usage?.[pool] ?? 0, total[pool]];
    if (hard !== undefined && required > 0 && used + required > hard)
      return exhausted(pool, { hard, used, required }, month);
  }
  return undefined;
};

/** @throws Problem budget_exhausted when the spending would pass the hard limit of the client. */
export const requireBudget = (spending: ClientSpending, month: string): void => {
  const refusal = refusalOf(spending, spending.usage, month);
  if (refusal) throw refusal;
};

/** Returns the pools whose soft limit the spending reaches for the first time in the month. */
const reached = ({ account, organizationId, usage, total }: ClientSpending): PoolName[] =>
  poolNames.filter((pool) => {
    const soft = account.clientBudgets?.[organizationId]?.[pool]?.soft;
    const isNotified = usage?.notified?.includes(pool) === true;
    return soft !== undefined && !isNotified && total[pool] > 0 && (usage?.[pool] ?? 0) + total[pool] >= soft;
  });

/**
 * A condition that never holds, so that a refusal known before the transaction is reported in the order of the
 * billing gates.
 */
const refuse = ({ accountId }: { accountId: string }, refusal: Problem): Change<'account'> => ({
  change: 'require',
  record: 'account',
  id: { accountId },
  when: [{ field: 'version', is: 'atMost', value: -1 }],
  onConflict: () => refusal,
});

/**
 * Returns the conditions on the count: the spending stays within the hard limits, and below each soft limit that it
 * was found to be below. Two debits that reach a soft limit only together each stay below it; the second then
 * conflicts and finds that it reaches the limit.
 */
const limitsOf = (
  { account, organizationId, total }: ClientSpending,
  notified: readonly PoolName[],
): Condition<PoolName>[] =>
  poolNames.flatMap((pool) => {
    if (total[pool] === 0) return [];
    const { soft, hard } = account.clientBudgets?.[organizationId]?.[pool] ?? {};
    const most = [
      ...(hard === undefined ? [] : [hard]),
      ...(soft === undefined || notified.includes(pool) ? [] : [soft - 1]),
    ];
    return most.map((limit) => ({ field: pool, is: 'atMost', value: limit - total[pool] }) as const);
  });

/**
 * Counts the spending of a client organization, in the transaction of its debits, on the condition that its hard
 * limits allow it; a mail follows when a soft limit is reached (docs/adr/0032-client-budgets.md).
 */
export const countClientUsage = (
  spending: ClientSpending,
  month: string,
  now: Instant,
): Change<'account' | 'clientUsage' | 'mail'>[] => {
  const { account, organizationId, usage, total } = spending;
  const { accountId } = account;
  if (poolNames.every((pool) => total[pool] === 0)) return [];
  const soft = reached(spending);
  const notified = [...(usage?.notified ?? []), ...soft];
  const mails = soft.map((pool) => {
    const limit = account.clientBudgets?.[organizationId]?.[pool]?.soft ?? 0;
    const facts = { organization: organizationId, pool, month, limit };
    return enqueueMail(
      accountId,
      { kind: 'budget_reached', cause: `${organizationId}#${pool}#${month}`, facts },
      now,
    );
  });
  const refusal = usage ? undefined : refusalOf(spending, usage, month);
  if (refusal) return [refuse(account, refusal)];
  const key = { accountId, organizationId, month };
  if (!usage) {
    const item = { ...key, ...total, ...(notified.length > 0 && { notified }) };
    return [
      { change: 'insert', record: 'clientUsage', item, onConflict: () => new ClientUsageConflict() },
      ...mails,
    ];
  }
  const limits = limitsOf(spending, notified);
  // Another debit may have marked the other pool meanwhile; a mark of both is complete.
  const unnoted = soft.length > 0 && !usage.notified ? [{ field: 'notified', is: 'absent' } as const] : [];
  return [
    {
      change: 'update',
      record: 'clientUsage',
      id: key,
      add: { core: total.core, sast: total.sast },
      ...(soft.length > 0 && { set: { notified } }),
      when: [...limits, ...unnoted],
      onConflict: (found) => refusalOf(spending, found, month) ?? new ClientUsageConflict(),
    },
    ...mails,
  ];
};

/** Subtracts refunded credits from the count of the month in which the scan was created. */
export const uncountClientUsage = (
  {
    billingAccountId,
    organizationId,
    clientMonth,
  }: Pick<Scan, 'billingAccountId' | 'organizationId' | 'clientMonth'>,
  refunded: Record<PoolName, number>,
): Change<'clientUsage'>[] =>
  clientMonth === undefined || poolNames.every((pool) => refunded[pool] === 0)
    ? []
    : [
        {
          change: 'update',
          record: 'clientUsage',
          id: { accountId: billingAccountId, organizationId, month: clientMonth },
          add: { core: -refunded.core, sast: -refunded.sast },
        },
      ];

/** The month in which a client's scan counts; undefined for an organization that pays for itself. */
export const clientMonthOf = (
  { organizationId, billingAccountId }: { organizationId: string; billingAccountId: string },
  now: Instant,
): string | undefined => (organizationId === billingAccountId ? undefined : monthOf(now));
