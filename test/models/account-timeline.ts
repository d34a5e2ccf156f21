import { expect } from 'vitest';
import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  andThen,
  noChange,
  type BillingState,
  type AuditNote,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import type { Account, Instant, LedgerEntry, Pool } from '@scangate/domain/records';
import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { noon } from '../support/world.ts';

export const start = noon.toISOString();

/** A new account with its pools, and what was booked to fill them. */
export const newAccount = (
  order: Partial<NewOrganization> = {},
  createdAt: Instant = start,
): { state: BillingState; entries: LedgerEntry[] } => {
  const changes = provisionOrganization(
    { name: 'Acme', plan: 'Team', ...order },
    { organizationId: 'org', people: [], createdAt },
  );
  const made = <T>(record: string) =>
    changes.flatMap((change) =>
      change.change === 'insert' && change.record === record ? [change.item as T] : [],
    );
  const [core, sast] = made<BillingState['pools']['core']>('pool');
  const [account] = made<Account>('account');
  if (!account || !core || !sast) throw new Error('an account has two pools');
  return { state: { account, pools: { core, sast } }, entries: made<LedgerEntry>('ledgerEntry') };
};

type Rule = (state: BillingState, now: Instant) => BillingOutcome;

/**
 * An account as it goes through time: before each rule what is due is applied, as it is when an account is changed. The
 * books are held against the pools after every step.
 */
export class AccountTimeline {
  state: BillingState;
  readonly entries: LedgerEntry[];
  readonly auditNotes: AuditNote[] = [];
  now: Instant;
  #causes = 0;

  constructor(order: Partial<NewOrganization> = {}, createdAt: Instant = start) {
    const { state, entries } = newAccount(order, createdAt);
    this.state = state;
    this.entries = entries;
    this.now = createdAt;
    this.#audit();
  }

  get account(): Account {
    return this.state.account;
  }

  /** `[available, included, purchased, consumed]` */
  numbers(pool: PoolName): number[] {
    const { available, included, purchased, consumed } = this.state.pools[pool];
    return [available, included, purchased, consumed];
  }

  available(pool: PoolName = 'core'): number {
    return this.state.pools[pool].available;
  }

  /** Everything that time alone does until then. */
  until(now: Instant): this {
    if (now < this.now) throw new Error('time goes on');
    this.now = now;
    return this.apply(noChange);
  }

  /** @throws what the rule throws; then nothing was changed. */
  apply(rule: Rule): this {
    let outcome = noChange(this.state);
    while (!isUpToDate(outcome.state, this.now))
      outcome = andThen(outcome, (state) => applyDueRenewals(state, this.now));
    outcome = andThen(outcome, (state) => rule(state, this.now));
    this.state = outcome.state;
    this.entries.push(...outcome.entries);
    this.auditNotes.push(...outcome.auditNotes);
    this.#audit();
    return this;
  }

  /** A debit of as much as is there, at most. */
  spend(credits: number, pool: PoolName = 'core'): this {
    return this.#move(pool, -Math.min(credits, this.available(pool)), 'consume', (moved, amount) => {
      moved.consumed -= amount;
    });
  }

  buy(credits: number, pool: PoolName = 'core'): this {
    return this.#move(pool, credits, 'grant', (moved, amount) => {
      moved.purchased += amount;
    });
  }

  #move(
    name: PoolName,
    amount: number,
    kind: LedgerEntry['kind'],
    more: (pool: BillingState['pools']['core'], amount: number) => void,
  ): this {
    return this.apply((state, now) => {
      const pool = { ...state.pools[name], available: state.pools[name].available + amount };
      more(pool, amount);
      const cause = `${kind}#${++this.#causes}`;
      return {
        state: { ...state, pools: { ...state.pools, [name]: pool } },
        entries: [{ accountId: 'org', pool: name, cause, at: now, kind, amount }],
        auditNotes: [],
      };
    });
  }

  #audit(): void {
    const faults = [
      ...poolNames.flatMap((name) => poolFaults(this.state.pools[name], this.entries)),
      ...twice(this.entries.map(({ pool, cause: of }) => `${pool}#${of}`)),
      ...twice(this.auditNotes.map(({ action, cause: of }) => `${action}#${of}`)),
    ];
    if (faults.length > 0) throw new Error(`the books do not hold: ${faults.join('; ')}`);
  }
}

const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`);

/** What does not hold of a pool (billing.md, "Always true"). */
const poolFaults = (pool: Pool, entries: readonly LedgerEntry[]): string[] => {
  const { available, included, purchased, consumed, periodStartAt, periodEndAt, anchorAt, dueAt } = pool;
  const sum = entries.reduce((total, entry) => total + (entry.pool === pool.pool ? entry.amount : 0), 0);
  const amounts = [available, included, purchased, consumed];
  const promises: [string, boolean][] = [
    [`its entries sum to ${sum}, not ${available}`, sum === available],
    [`its parts make another sum than ${available}`, included + purchased - consumed === available],
    [`of ${amounts.join(', ')} one is no amount`, amounts.every((n) => Number.isSafeInteger(n) && n >= 0)],
    ['its period ends before it begins', periodEndAt > periodStartAt],
    ['it is not looked for where its anchor stands', dueAt === anchorAt.slice(8)],
  ];
  return promises.filter(([, holds]) => !holds).map(([fault]) => `${pool.pool}: ${fault}`);
};

export const refusal = (code: string) => expect.objectContaining({ code }) as unknown as Error;

let told = 0;
/** A cause that nothing had before. */
export const cause = (): string => `cause-${++told}`;
