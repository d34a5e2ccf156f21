import { auditEvent, type AuditAction } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { PoolConflict } from '../credits/pool-conflict.ts';
import { LedgerEntryConflict } from '../ledger/ledger-entry-conflict.ts';
import type { Account, AuditEvent, Instant, LedgerEntry, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { enqueueMail, type Notification } from '../mail/notifications.ts';

/** All that the rules of billing look at: who pays, and both pools. */
export interface BillingState {
  account: Account;
  pools: Record<PoolName, Pool>;
}

/** Something that happened to an account, for the audit log. `cause` names it once. */
export interface AuditNote {
  action: AuditAction;
  cause: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** What a rule makes of a state: the next one, the ledger entries that lead there, and what is to be told. */
export interface BillingOutcome {
  state: BillingState;
  entries: LedgerEntry[];
  auditNotes: AuditNote[];
  /** What is to be told by mail. */
  notifications?: Notification[];
}

/** The account changed since it was read. */
export class AccountConflict extends Conflict {
  constructor() {
    super('the account changed since it was read');
  }
}

export const noChange = (state: BillingState): BillingOutcome => ({ state, entries: [], auditNotes: [] });

/** One rule after the other, as one outcome. */
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

export const withAccount = (state: BillingState, change: Partial<Account>): BillingState => ({
  ...state,
  account: { ...state.account, ...change },
});

export const withPool = (state: BillingState, pool: Pool): BillingState => ({
  ...state,
  pools: { ...state.pools, [pool.pool]: pool },
});

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** The fields that changed; those that are gone are to be unset. */
const changedFields = <T extends object>(
  before: T,
  after: T,
): { set: Partial<T>; unset: (keyof T & string)[] } => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T & string)[];
  const changed = names.filter((name) => differs(before[name], after[name]));
  return {
    set: Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>,
    unset: changed.filter((name) => after[name] === undefined),
  };
};

const accountChange = (before: Account, after: Account): Change<'account'>[] => {
  if (!differs(before, after)) return [];
  const { set, unset } = changedFields(before, after);
  return [
    {
      change: 'update',
      record: 'account',
      id: { accountId: before.accountId },
      set: { ...set, version: before.version + 1 },
      ...(unset.length > 0 && { unset }),
      when: [{ field: 'version', is: 'equal', value: before.version }],
      onConflict: () => new AccountConflict(),
    },
  ];
};

/** What a pool was decided from: any debit, refund or grant meanwhile, and it is decided again. */
const decidedFrom = ['periodStartAt', 'available', 'included', 'purchased', 'consumed'] as const;

/**
 * A pool is also decided from the account, from its plan and from what is pending. So each pool carries the version of
 * the account: a refill, which leaves the account as it is, is refused by the pool alone when that has changed.
 */
const poolChange = (before: BillingState, after: BillingState, name: PoolName): Change<'pool'>[] => {
  const [pool, next] = [before.pools[name], after.pools[name]];
  const { version } = before.account;
  const follows = differs(before.account, after.account) ? { accountVersion: version + 1 } : {};
  const base = { change: 'update', record: 'pool', id: { accountId: pool.accountId, pool: name } } as const;
  const refused = () => new PoolConflict();
  // Renewals are counted from the pool's periods: what was decided of one holds for that period and no other.
  const inPeriod = { field: 'periodStartAt', is: 'equal', value: pool.periodStartAt } as const;
  if (!differs(pool, next))
    return 'accountVersion' in follows
      ? [{ ...base, set: follows, when: [inPeriod], onConflict: refused }]
      : [];
  const { set, unset } = changedFields(pool, next);
  return [
    {
      ...base,
      set: { ...set, ...follows },
      ...(unset.length > 0 && { unset }),
      when: [
        ...decidedFrom.map((field) => ({ field, is: 'equal', value: pool[field] }) as const),
        { field: 'accountVersion', is: 'equal', value: version },
      ],
      onConflict: refused,
    },
  ];
};

/** The changes that lead from a state to an outcome of it: one transaction, refused when the state moved meanwhile. */
export const toChanges = (
  before: BillingState,
  { state, entries, auditNotes: notes, notifications: letters = [] }: BillingOutcome,
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
  ...notes.map((note) => auditEvent({ organizationId: before.account.accountId, actor, at: now, ...note })),
  ...letters.map((letter) => enqueueMail(before.account.accountId, letter, now)),
];

/** The state as it is once these changes are written. */
export const stateAfterCommit = (before: BillingState, { state }: BillingOutcome): BillingState => {
  if (!differs(before.account, state.account)) return state;
  const version = before.account.version + 1;
  const { core, sast } = state.pools;
  const pools = { core: { ...core, accountVersion: version }, sast: { ...sast, accountVersion: version } };
  return { ...withAccount(state, { version }), pools };
};
