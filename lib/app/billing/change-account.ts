import { MailConflict, notificationKey } from '@scangate/domain/mail/notifications';
import { PoolConflict } from '@scangate/domain/credits/book-refunds';
import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  AccountConflict,
  LedgerEntryConflict,
  toChanges,
  andThen,
  noChange,
  stateAfterCommit,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import type { Change, RecordName } from '@scangate/domain/change';
import { Transient } from '@scangate/domain/problem';
import type { AuditEvent, Instant } from '@scangate/domain/records';
import { failedConditionError, type FailedCondition, type Store, type StoreReader } from '#ports/store.ts';
import { loadAccount } from './load-account.ts';

type Billing = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail';
export type AccountStore<W extends RecordName = never> = Pick<StoreReader<'account' | 'pool'>, 'load'> &
  Pick<Store<Billing | W>, 'commit'>;

/** Each try that fails means that a pool was debited or refilled, or the account changed, between read and write. */
const attempts = 30;

const isMoved = (error: Error): boolean =>
  error instanceof AccountConflict ||
  error instanceof PoolConflict ||
  error instanceof LedgerEntryConflict ||
  error instanceof MailConflict;

const without = (outcome: BillingOutcome, told: ReadonlySet<string>): BillingOutcome =>
  told.size === 0
    ? outcome
    : {
        ...outcome,
        notifications: outcome.notifications?.filter((letter) => !told.has(notificationKey(letter))) ?? [],
      };

/** The rule, and what is due after it: a payment that was told of late is followed by the refills since. */
const upToDate =
  (rule: (state: BillingState) => BillingOutcome, now: Instant) =>
  (state: BillingState): BillingOutcome =>
    andThen(rule(state), (changed) => applyDueRenewals(changed, now));

/**
 * Changes an account by a rule, after everything that time alone did to it until now; one transaction, decided again
 * when the account moved meanwhile. A rule that was applied before finds that out from the state, or by an entry it
 * would book again, and is then left out.
 * @param also what is to be written with it, given the state as it is then: asked even where the rule changes nothing.
 * @param read the account as it was read just now, where it was: it is not read again before it moved.
 * @returns the account as it is then.  @throws what the rule throws, or what a refused change of `also` says.
 */
export const changeAccount = async <W extends RecordName = never>(
  accountId: string,
  rule: (state: BillingState) => BillingOutcome,
  store: AccountStore<W>,
  now: Instant,
  actor?: AuditEvent['actor'],
  also: (state: BillingState) => Change<W>[] = () => [],
  read?: BillingState,
): Promise<BillingState> => {
  const booked = new Set<string>();
  const told = new Set<string>();
  let applied = upToDate(rule, now);
  let known = read;
  for (let failures = 0; failures < attempts;) {
    const before: BillingState = known ?? (await loadAccount(accountId, store));
    known = undefined;
    const due = applyDueRenewals(before, now);
    // More periods than fit one transaction: first these.
    const isLast = isUpToDate(due.state, now);
    const outcome = without(isLast ? andThen(due, applied) : due, told);
    const after = stateAfterCommit(before, outcome);
    const changes = [...(isLast ? also(after) : []), ...toChanges(before, outcome, now, actor)];
    const refusal: FailedCondition | undefined =
      changes.length > 0 ? await store.commit(changes as Change<Billing | W>[]) : undefined;
    const error = refusal && failedConditionError(refusal);
    if (error && !isMoved(error)) throw error;
    if (!error && isLast) return after;
    if (!error) continue;
    failures++;
    if (error instanceof MailConflict) told.add(error.notification);
    if (!(error instanceof LedgerEntryConflict)) continue;
    // Read again and still to be booked: another did it before, and the state does not tell any more.
    if (booked.has(error.entry)) applied = noChange;
    booked.add(error.entry);
  }
  throw new Transient('the account keeps changing');
};

/** Writes what time alone did to an account: refills, ends, pending changes. Run twice, it finds nothing to do. */
export const renewAccount = (accountId: string, store: AccountStore, now: Instant): Promise<BillingState> =>
  changeAccount(accountId, noChange, store, now);
