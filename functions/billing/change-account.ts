import { AlreadyTold, nameOfLetter } from '../../lib/domain/billing/letters.ts';
import { PoolMoved } from '../../lib/domain/billing/refund-scan.ts';
import { asOf, isUpToDate } from '../../lib/domain/billing/renewal.ts';
import {
  AccountMoved,
  AlreadyBooked,
  changesOf,
  followedBy,
  unchanged,
  written,
  type BillingState,
  type Outcome,
} from '../../lib/domain/billing/state.ts';
import type { Change, RecordName } from '../../lib/domain/change.ts';
import { Transient } from '../../lib/domain/problem.ts';
import type { AuditEvent, Instant } from '../../lib/domain/records.ts';
import { refusalError, type Refusal, type Store, type StoreReader } from '../../lib/ports/store.ts';
import { loadAccount } from './load-account.ts';

type Billing = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail';
export type AccountStore<W extends RecordName = never> = Pick<StoreReader<'account' | 'pool'>, 'load'> &
  Pick<Store<Billing | W>, 'commit'>;

/** Each try that fails means that a pool was debited or refilled, or the account changed, between read and write. */
const attempts = 30;

const isMoved = (error: Error): boolean =>
  error instanceof AccountMoved ||
  error instanceof PoolMoved ||
  error instanceof AlreadyBooked ||
  error instanceof AlreadyTold;

const without = (outcome: Outcome, told: ReadonlySet<string>): Outcome =>
  told.size === 0
    ? outcome
    : { ...outcome, letters: outcome.letters?.filter((letter) => !told.has(nameOfLetter(letter))) ?? [] };

/** The rule, and what is due after it: a payment that was told of late is followed by the refills since. */
const upToDate =
  (rule: (state: BillingState) => Outcome, now: Instant) =>
  (state: BillingState): Outcome =>
    followedBy(rule(state), (changed) => asOf(changed, now));

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
  rule: (state: BillingState) => Outcome,
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
    const due = asOf(before, now);
    // More periods than fit one transaction: first these.
    const isLast = isUpToDate(due.state, now);
    const outcome = without(isLast ? followedBy(due, applied) : due, told);
    const after = written(before, outcome);
    const changes = [...(isLast ? also(after) : []), ...changesOf(before, outcome, now, actor)];
    const refusal: Refusal | undefined =
      changes.length > 0 ? await store.commit(changes as Change<Billing | W>[]) : undefined;
    const error = refusal && refusalError(refusal);
    if (error && !isMoved(error)) throw error;
    if (!error && isLast) return after;
    if (!error) continue;
    failures++;
    if (error instanceof AlreadyTold) told.add(error.letter);
    if (!(error instanceof AlreadyBooked)) continue;
    // Read again and still to be booked: another did it before, and the state does not tell any more.
    if (booked.has(error.entry)) applied = unchanged;
    booked.add(error.entry);
  }
  throw new Transient('the account keeps changing');
};

/** Writes what time alone did to an account: refills, ends, pending changes. Run twice, it finds nothing to do. */
export const renewAccount = (accountId: string, store: AccountStore, now: Instant): Promise<BillingState> =>
  changeAccount(accountId, unchanged, store, now);
