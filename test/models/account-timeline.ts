import { expect } from 'vitest';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
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
import { promotionalCredits } from '@scangate/domain/promotions/promotional-credits';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { noon } from '../support/world.ts';

export const start = noon.toISOString();

/** A new account with its pools, and the entries of their first refill. */
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
 * An account over time. Due renewals are applied before each rule, as in production, and the entries are audited against
 * the pools after every step.
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

  /** Applies the time-driven changes until an instant. */
  until(now: Instant): this {
    if (now < this.now) throw new Error('time does not go back');
    this.now = now;
    return this.apply(noChange);
  }

  /** Applies a rule. @throws what the rule throws; then nothing was changed. */
  apply(rule: Rule): this {
    let outcome = noChange(this.state);
    while (!isUpToDate(outcome.state, this.now))
      outcome = andThen(outcome, (state) => applyDueChanges(state, this.now));
    outcome = andThen(outcome, (state) => rule(state, this.now));
    this.state = outcome.state;
    this.entries.push(...outcome.entries);
    this.auditNotes.push(...outcome.auditNotes);
    this.#audit();
    return this;
  }

  /** Debits credits, at most the balance. */
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
    const violations = [
      ...poolNames.flatMap((name) => poolViolations(this.state.pools[name], this.entries)),
      ...duplicates(this.entries.map(({ pool, cause: of }) => `${pool}#${of}`)),
      ...duplicates(this.auditNotes.map(({ action, cause: of }) => `${action}#${of}`)),
    ];
    if (violations.length > 0) throw new Error(`violations: ${violations.join('; ')}`);
  }
}

const duplicates = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} exists twice`);

/** The violations of a pool. */
const poolViolations = (pool: Pool, entries: readonly LedgerEntry[]): string[] => {
  const { available, included, purchased, consumed, periodStartAt, periodEndAt, anchorAt, dueAt } = pool;
  const sum = entries.reduce((total, entry) => total + (entry.pool === pool.pool ? entry.amount : 0), 0);
  const amounts = [available, included, purchased, consumed];
  const invariants: [string, boolean][] = [
    [`its entries sum to ${sum}, not ${available}`, sum === available],
    [
      `its parts do not sum to ${available}`,
      included + promotionalCredits(pool) + purchased - consumed === available,
    ],
    [
      `one of ${amounts.join(', ')} is not an amount`,
      amounts.every((n) => Number.isSafeInteger(n) && n >= 0),
    ],
    ['its period ends before it begins', periodEndAt > periodStartAt],
    ['its place in the due queue is not that of its anchor', dueAt === anchorAt.slice(8)],
  ];
  return invariants.filter(([, holds]) => !holds).map(([violation]) => `${pool.pool}: ${violation}`);
};

export const refusal = (code: string) => expect.objectContaining({ code }) as unknown as Error;

let causes = 0;
/** A new cause. */
export const cause = (): string => `cause-${++causes}`;
