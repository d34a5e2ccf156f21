import { auditEvent, type AuditAction } from '../audit.ts';
import type { Change } from '../change.ts';
import type { Account, Instant, LedgerEntry, Pool } from '../records.ts';
import { poolNames, type PoolName } from '../scans/scan-type.ts';
import { posted, type Letter } from './letters.ts';
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
  /** What is to be told by mail. */
  letters?: Letter[];
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
    letters: [...(first.letters ?? []), ...(next.letters ?? [])],
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
      refused: () => new AccountMoved(),
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
  const refused = () => new PoolMoved();
  // Renewals are counted from the pool's periods: what was decided of one holds for that period and no other.
  const inPeriod = { field: 'periodStartAt', is: 'equal', value: pool.periodStartAt } as const;
  if (!differs(pool, next))
    return 'accountVersion' in follows ? [{ ...base, set: follows, when: [inPeriod], refused }] : [];
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
      refused,
    },
  ];
};

/** The changes that lead from a state to an outcome of it: one transaction, refused when the state moved meanwhile. */
export const changesOf = (
  before: BillingState,
  { state, entries, notes, letters = [] }: Outcome,
  now: Instant,
  actor: Parameters<typeof auditEvent>[0]['actor'] = { kind: 'system' },
): Change<'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>[] => [
  ...entries.map((item): Change<'ledgerEntry'> => ({
    change: 'insert',
    record: 'ledgerEntry',
    item,
    refused: () => new AlreadyBooked(item),
  })),
  ...accountChange(before.account, state.account),
  ...poolNames.flatMap((name) => poolChange(before, state, name)),
  ...notes.map((note) => auditEvent({ organizationId: before.account.accountId, actor, at: now, ...note })),
  ...letters.map((letter) => posted(before.account.accountId, letter, now)),
];

/** The state as it is once these changes are written. */
export const written = (before: BillingState, { state }: Outcome): BillingState => {
  if (!differs(before.account, state.account)) return state;
  const version = before.account.version + 1;
  const { core, sast } = state.pools;
  const pools = { core: { ...core, accountVersion: version }, sast: { ...sast, accountVersion: version } };
  return { ...withAccount(state, { version }), pools };
};
