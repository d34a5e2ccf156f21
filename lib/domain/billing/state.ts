import { auditEvent, type AuditAction } from '../audit.ts';
import type { Change } from '../change.ts';
import type { Account, Instant, LedgerEntry, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../scans/scan-type.ts';
import { PoolMoved } from './refund-scan.ts';

/** All that the rules of billing look at: who pays, and both pools. */
export interface BillingState {
  account: Account;
  pools: Record<PoolName, Pool>;
}

/** Something that happened to an account, for the audit log. `cause` names it once. */
export interface Note {
  action: AuditAction;
  cause: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** What a rule makes of a state: the next one, the ledger entries that lead there, and what is to be told. */
export interface Outcome {
  state: BillingState;
  entries: LedgerEntry[];
  notes: Note[];
}

/** The account was changed since it was read: load it and decide again. */
export class AccountMoved extends Error {}

/** The entry is there: this was done before, by whoever heard of it first. */
export class AlreadyBooked extends Error {
  readonly entry: string;

  constructor({ pool, cause }: LedgerEntry) {
    super(`${pool}: ${cause} is booked`);
    this.entry = `${pool}#${cause}`;
  }
}

export const unchanged = (state: BillingState): Outcome => ({ state, entries: [], notes: [] });

/** One rule after the other, as one outcome. */
export const followedBy = (first: Outcome, rule: (state: BillingState) => Outcome): Outcome => {
  const next = rule(first.state);
  return {
    state: next.state,
    entries: [...first.entries, ...next.entries],
    notes: [...first.notes, ...next.notes],
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

/** Also what changes only the pools was decided from the account: from its plan, and from what is pending. */
const accountChange = (before: Account, after: Account, decides: boolean): Change<'account'>[] => {
  const asRead = {
    record: 'account',
    id: { accountId: before.accountId },
    when: [{ field: 'version', is: 'equal', value: before.version }],
    refused: () => new AccountMoved(),
  } as const satisfies Partial<Change<'account'>>;
  if (!differs(before, after)) return decides ? [{ ...asRead, change: 'require' }] : [];
  const { set, unset } = changedFields(before, after);
  return [
    {
      ...asRead,
      change: 'update',
      set: { ...set, version: before.version + 1 },
      ...(unset.length > 0 && { unset }),
    },
  ];
};

/** What a pool was decided from: any debit, refund or grant meanwhile, and it is decided again. */
const decidedFrom = ['periodStartAt', 'available', 'included', 'purchased', 'consumed'] as const;

const poolChange = (before: Pool, after: Pool): Change<'pool'>[] => {
  if (!differs(before, after)) return [];
  const { set, unset } = changedFields(before, after);
  return [
    {
      change: 'update',
      record: 'pool',
      id: { accountId: before.accountId, pool: before.pool },
      set,
      ...(unset.length > 0 && { unset }),
      when: decidedFrom.map((field) => ({ field, is: 'equal', value: before[field] })),
      refused: () => new PoolMoved(),
    },
  ];
};

/** The changes that lead from a state to an outcome of it: one transaction, refused when the state moved meanwhile. */
export const changesOf = (
  before: BillingState,
  { state, entries, notes }: Outcome,
  now: Instant,
  actor: Parameters<typeof auditEvent>[0]['actor'] = { kind: 'system' },
): Change<'account' | 'pool' | 'ledgerEntry' | 'auditEvent'>[] => [
  ...entries.map((item): Change<'ledgerEntry'> => ({
    change: 'insert',
    record: 'ledgerEntry',
    item,
    refused: () => new AlreadyBooked(item),
  })),
  ...accountChange(before.account, state.account, differs(before.pools, state.pools)),
  ...poolNames.flatMap((name) => poolChange(before.pools[name], state.pools[name])),
  ...notes.map((note) => auditEvent({ organizationId: before.account.accountId, actor, at: now, ...note })),
];

/** The state as it is once these changes are written. */
export const written = (before: BillingState, { state }: Outcome): BillingState =>
  differs(before.account, state.account)
    ? withAccount(state, { version: before.account.version + 1 })
    : state;
