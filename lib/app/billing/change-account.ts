import {
  andThen,
  noChange,
  stateAfterCommit,
  toChanges,
  type BillingOutcome,
  type BillingState,
} from '@scangate/domain/accounts/billing-state';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import type { Change, RecordName } from '@scangate/domain/record-changes';
import { billingEvents } from '@scangate/domain/events/emit/billing';
import { LedgerEntryConflict } from '@scangate/domain/ledger/ledger-entry-conflict';
import { MailConflict, notificationKey } from '@scangate/domain/mail/notifications';
import type { AuditEvent, Instant } from '@scangate/domain/records';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadAccount } from './load-account.ts';

type BillingRecord = 'account' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'storedEvent';
type AccountWriter<W extends RecordName> = Pick<Store<BillingRecord | W>, 'commit'>;
export type AccountStore<W extends RecordName = never> = Pick<
  StoreReader<'account' | 'pool' | 'organization'>,
  'load'
> &
  AccountWriter<W>;

interface LoadedAccount {
  state: BillingState;
}

export interface AccountChange<W extends RecordName = never, L extends LoadedAccount = LoadedAccount> {
  rule: (state: BillingState, loaded: L) => BillingOutcome;
  now: Instant;
  /** The actor in the audit log; the system by default. */
  actor?: AuditEvent['actor'];
  /**
   * Returns further changes for the transaction, given the state after the rule, even when the rule changes nothing.
   */
  also?: (after: BillingState, loaded: L) => Change<W>[];
}

/** Collects, from conflicts, the mails and ledger entries that an earlier run of the same change has written. */
class WrittenBefore {
  #mails = new Set<string>();
  #entries = new Set<string>();
  isRuleApplied = false;

  note(error: unknown): void {
    if (error instanceof MailConflict) this.#mails.add(error.notification);
    if (!(error instanceof LedgerEntryConflict)) return;
    // The rule books the same entry again from a fresh state: it was applied before, although the state no longer
    // shows it.
    if (this.#entries.has(error.entry)) this.isRuleApplied = true;
    this.#entries.add(error.entry);
  }

  withoutSentMails(outcome: BillingOutcome): BillingOutcome {
    if (this.#mails.size === 0 || !outcome.notifications) return outcome;
    const notifications = outcome.notifications.filter((one) => !this.#mails.has(notificationKey(one)));
    return { ...outcome, notifications };
  }
}

/**
 * Changes an account by a rule, in one transaction, after the renewals that are due. A payment that was reported
 * late is followed by the refills since. A rule that was applied before changes nothing.
 * @param load loads the account and everything else that the rule needs; it is called again after each conflict.
 * @returns the account as stored now and the loaded records, or undefined when `load` returned nothing.
 * @throws the errors of the rule, and Transient when the account keeps changing.
 */
export const changeLoadedAccount = async <L extends LoadedAccount, W extends RecordName = never>(
  load: () => Promise<L | undefined>,
  { rule, now, actor, also = () => [] }: AccountChange<W, L>,
  store: AccountWriter<W>,
): Promise<{ state: BillingState; loaded: L } | undefined> => {
  const before = new WrittenBefore();
  const outcomeOf = (due: BillingOutcome, loaded: L): BillingOutcome =>
    before.isRuleApplied
      ? due
      : andThen(due, (current) => andThen(rule(current, loaded), (changed) => applyDueChanges(changed, now)));
  const commitNext = async () => {
    const loaded = await load();
    if (!loaded) return undefined;
    const due = applyDueChanges(loaded.state, now);
    // Renewals that do not fit into one transaction are committed first, without the rule.
    const isLast = isUpToDate(due.state, now);
    const outcome = before.withoutSentMails(isLast ? outcomeOf(due, loaded) : due);
    const state = stateAfterCommit(loaded.state, outcome);
    const changes = [
      ...(isLast ? also(state, loaded) : []),
      ...toChanges(loaded.state, outcome, { now, actor }),
      ...billingEvents(loaded.state, outcome, now),
    ] as Change<BillingRecord | W>[];
    try {
      if (changes.length > 0) await commitOrThrow(store, changes);
    } catch (error) {
      before.note(error);
      throw error;
    }
    return { state, loaded, isLast };
  };
  for (;;) {
    const committed = await retryOnConflict(limits.changeAccount, commitNext);
    if (!committed || committed.isLast) return committed;
  }
};

/** Changes an account like `changeLoadedAccount`, when nothing but the account is needed. */
export const changeAccount = async <W extends RecordName = never>(
  accountId: string,
  change: AccountChange<W>,
  store: AccountStore<W>,
): Promise<BillingState> => {
  const load = async () => ({ state: await loadAccount(accountId, store) });
  const changed = await changeLoadedAccount(load, change, store);
  if (!changed) throw new Error('the account was not loaded');
  return changed.state;
};

/** Writes the time-driven changes of an account: refills, ends and pending changes. A second run changes nothing. */
export const renewAccount = (accountId: string, store: AccountStore, now: Instant): Promise<BillingState> =>
  changeAccount(accountId, { rule: noChange, now }, store);
