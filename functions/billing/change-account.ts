import { PoolMoved } from '../../lib/domain/billing/refund-scan.ts';
import { asOf, isUpToDate } from '../../lib/domain/billing/renewal.ts';
import {
  AccountMoved,
  AlreadyBooked,
  changesOf,
  followedBy,
  unchanged,
  type BillingState,
  type Outcome,
} from '../../lib/domain/billing/state.ts';
import { Transient } from '../../lib/domain/problem.ts';
import type { AuditEvent, Instant } from '../../lib/domain/records.ts';
import { refusalError, type Store } from '../../lib/ports/store.ts';
import { loadAccount } from './load-account.ts';

export type AccountStore = Pick<Store<'account' | 'pool' | 'ledgerEntry' | 'auditEvent'>, 'load' | 'commit'>;

/** Each try that fails means that a pool was debited or refilled, or the account changed, between read and write. */
const attempts = 30;

const isMoved = (error: Error): boolean =>
  error instanceof AccountMoved || error instanceof PoolMoved || error instanceof AlreadyBooked;

/**
 * Changes an account by a rule, after everything that time alone did to it until now; one transaction, decided again
 * when the account moved meanwhile. A rule that was applied before must find that out from the state.
 * @returns the account as it is then.  @throws what the rule throws.
 */
export const changeAccount = async (
  accountId: string,
  rule: (state: BillingState) => Outcome,
  store: AccountStore,
  now: Instant,
  actor?: AuditEvent['actor'],
): Promise<BillingState> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const before = await loadAccount(accountId, store);
    const due = asOf(before, now);
    // More periods than fit one transaction: first these.
    const outcome = isUpToDate(due.state, now) ? followedBy(due, rule) : due;
    const changes = changesOf(before, outcome, now, actor);
    const refusal = changes.length > 0 ? await store.commit(changes) : undefined;
    const error = refusal && refusalError(refusal);
    if (error && !isMoved(error)) throw error;
    if (!error && isUpToDate(due.state, now)) return outcome.state;
  }
  throw new Transient('the account keeps changing');
};

/** Writes what time alone did to an account: refills, ends, pending changes. Run twice, it finds nothing to do. */
export const renewAccount = (accountId: string, store: AccountStore, now: Instant): Promise<BillingState> =>
  changeAccount(accountId, unchanged, store, now);
