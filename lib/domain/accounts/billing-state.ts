import { auditEvent, type AuditAction } from '../audit/audit-event.ts';
import type { Change, Condition } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { PoolConflict } from '../credits/credit-pool.ts';
import { LedgerEntryConflict } from '../ledger/ledger-entry-conflict.ts';
import { differs, updateFields } from '../record-difference.ts';
import type { Account, AuditEvent, Instant, LedgerEntry, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { enqueueMail, type Notification } from '../mail/notifications.ts';

/** The state that the billing rules decide from: the account and its two pools. */
export interface BillingState {
  account: Account;
  pools: Record<PoolName, Pool>;
  /** The event types and patterns to which the paying organization subscribes; absent without subscribers. */
  listens?: readonly string[];
}

/** A change of an account for the audit log. `cause` identifies it. */
export interface AuditNote {
  action: AuditAction;
  cause: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The result of a rule: the next state, and the ledger entries, audit events and mails that go with it. */
export interface BillingOutcome {
  state: BillingState;
  entries: LedgerEntry[];
  auditNotes: AuditNote[];
  notifications?: Notification[];
}

/** The account changed since it was read. */
export class AccountConflict extends Conflict {
  constructor() {
    super('the account changed since it was read');
  }
}

/** The outcome of a rule that changes nothing. */
export const noChange = (state: BillingState): BillingOutcome => ({ state, entries: [], auditNotes: [] });

/** Applies a second rule to the state after the first. Both results become one. */
export const andThen = (
  first: BillingOutcome,
  rule: (state: BillingState) => BillingOutcome,
): BillingOutcome => {
  const next = rule(first.state);
  return {
    state: next.state,
    entries: [...first.entries, ...next.entries],
    auditNotes: [...first.auditNotes, ...next.auditNotes],
    notifications: [...(first.notifications ?? []), ...(next.notifications ?? [])],
  };
};

/** Adds mails to an outcome. */
export const withMails = (outcome: BillingOutcome, mails: readonly Notification[]): BillingOutcome => ({
  ...outcome,
  notifications: [...(outcome.notifications ?? []), ...mails],
});

/** The state with some fields of its account replaced. */
export const withAccount = (state: BillingState, change: Partial<Account>): BillingState => ({
  ...state,
  account: { ...state.account, ...change },
});

/** The state with one of its pools replaced. */
export const withPool = (state: BillingState, pool: Pool): BillingState => ({
  ...state,
  pools: { ...state.pools, [pool.pool]: pool },
});

const accountChange = (before: Account, after: Account): Change<'account'>[] => {
  if (!differs(before, after)) return [];
  const { set, ...removed } = updateFields(before, after);
  return [
    {
      change: 'update',
      record: 'account',
      id: { accountId: before.accountId },
      set: { ...set, version: before.version + 1 },
      ...removed,
      when: [{ field: 'version', is: 'equal', value: before.version }],
      onConflict: () => new AccountConflict(),
    },
  ];
};

/** A pool is decided from these fields: a debit, refund or grant since it was read is a conflict. */
const decidedFrom = ['periodStartAt', 'available', 'included', 'purchased', 'consumed'] as const;

/** The condition that the promotional grants of a pool did not change since it was read. */
const isPromotionsVersion = (version: number | undefined): Condition<'promotionsVersion'> =>
  version === undefined
    ? { field: 'promotionsVersion', is: 'absent' }
    : { field: 'promotionsVersion', is: 'equal', value: version };

/**
 * A decision about a pool also depends on the plan and the pending change of its account. The pool therefore carries
 * the version of the account, so that a refill, which does not write the account, conflicts on the pool alone when
 * the account has changed.
 */
const poolChange = (before: BillingState, after: BillingState, name: PoolName): Change<'pool'>[] => {
  const [pool, next] = [before.pools[name], after.pools[name]];
  const { version } = before.account;
  const follows = differs(before.account, after.account) ? { accountVersion: version + 1 } : {};
  const base = { change: 'update', record: 'pool', id: { accountId: pool.accountId, pool: name } } as const;
  const onConflict = () => new PoolConflict();
  // Renewals are counted from the pool's periods, so a decision holds for one period only.
  const inPeriod = { field: 'periodStartAt', is: 'equal', value: pool.periodStartAt } as const;
  if (!differs(pool, next))
    return 'accountVersion' in follows ? [{ ...base, set: follows, when: [inPeriod], onConflict }] : [];
  const { set, ...removed } = updateFields(pool, next);
  return [
    {
      ...base,
      set: { ...set, ...follows },
      ...removed,
      when: [
        ...decidedFrom.map((field) => ({ field, is: 'equal', value: pool[field] }) as const),
        { field: 'accountVersion', is: 'equal', value: version },
        isPromotionsVersion(pool.promotionsVersion),
      ],
      onConflict,
    },
  ];
};

/** The changes of one transaction that writes an outcome. It conflicts when the state changed since it was read. */
export const toChanges = (
  before: BillingState,
  { state, entries, auditNotes, notifications = [] }: BillingOutcome,
  { now, actor = { kind: 'system' } }: { now: Instant; actor?: AuditEvent['actor'] | undefined },
): Change<'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>[] => [
  ...entries.map((item): Change<'ledgerEntry'> => ({
    change: 'insert',
    record: 'ledgerEntry',
    item,
    onConflict: () => new LedgerEntryConflict(item),
  })),
  ...accountChange(before.account, state.account),
  ...poolNames.flatMap((name) => poolChange(before, state, name)),
  ...auditNotes.map((note) =>
    auditEvent({ organizationId: before.account.accountId, actor, at: now, ...note }),
  ),
  ...notifications.map((one) => enqueueMail(before.account.accountId, one, now)),
];

/** The state after the changes of an outcome were committed. */
export const stateAfterCommit = (before: BillingState, { state }: BillingOutcome): BillingState => {
  if (!differs(before.account, state.account)) return state;
  const version = before.account.version + 1;
  const { core, sast } = state.pools;
  const pools = { core: { ...core, accountVersion: version }, sast: { ...sast, accountVersion: version } };
  return { ...withAccount(state, { version }), pools };
};
