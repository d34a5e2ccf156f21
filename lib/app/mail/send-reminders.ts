import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import { isLeased } from '@scangate/domain/credits/leases/pool-lease';
import { enqueueMail, MailConflict, type Notification } from '@scangate/domain/mail/notifications';
import { lowBalance, remindersOf } from '@scangate/domain/mail/reminders';
import type { Instant } from '@scangate/domain/records';
import { errorFields, type Log } from '#ports/log.ts';
import type { PaymentReader } from '#ports/payment-provider.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { processDaily, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { loadCurrentAccount } from '../billing/load-billing-status.ts';

type Outbox = Pick<Store<'mail'>, 'commit'>;

/** Adds a mail to the outbox, unless it is already there. */
const enqueueOnce = async (
  accountId: string,
  notification: Notification,
  { store, now }: { store: Outbox; now: Instant },
): Promise<void> => {
  try {
    await commitOrThrow(store, [enqueueMail(accountId, notification, now)]);
  } catch (error) {
    if (!(error instanceof MailConflict)) throw error;
  }
};

/**
 * Reports pools that a debit made low. A failure does not fail the debit: the daily reminders repeat it.
 * @param state the account as read before the debit.
 */
export const mailLowBalances = async (
  { state, spent }: { state: BillingState; spent: Partial<Record<PoolName, number>> },
  { store, log }: { store: Outbox; log: Log },
  now: Instant,
): Promise<void> => {
  const { accountId } = state.account;
  const notifications = poolNames.flatMap((name) => {
    const debited = spent[name] ?? 0;
    if (debited === 0) return [];
    const { available, consumed, ...pool } = state.pools[name];
    const after = { ...pool, available: available - debited, consumed: consumed + debited };
    // Among concurrent debits of a busy pool, none knows whether it is the one that made the pool low.
    const wasLow = !isLeased(state.pools[name]) && lowBalance(state, name, now).length > 0;
    return wasLow ? [] : lowBalance({ ...state, pools: { ...state.pools, [name]: after } }, name, now);
  });
  try {
    for (const one of notifications) await enqueueOnce(accountId, one, { store, now });
  } catch (error) {
    log.warn('a low balance was not reported; the daily reminders will report it', {
      accountId,
      ...errorFields(error),
    });
  }
};

export interface ReminderPorts {
  store: Pick<StoreReader, 'load' | 'listDue'> & Pick<Store<'mail' | 'jobPosition'>, 'commit'>;
  paymentProvider: Pick<PaymentReader, 'preview'>;
  log: Log;
}

/** Adds the amount of a renewal. If the payment provider does not return it, the mail is sent without it. */
const withAmount = async (
  accountId: string,
  notification: Notification,
  { store, paymentProvider, log }: ReminderPorts,
): Promise<Notification> => {
  if (notification.kind !== 'renewal_upcoming') return notification;
  try {
    const [paymentAccount] = await store.load([{ record: 'paymentAccount', id: { accountId } }]);
    const next =
      paymentAccount?.subscriptionId && (await paymentProvider.preview(paymentAccount.subscriptionId));
    if (!next) return notification;
    const { amountDue: amount, currency } = next;
    return { ...notification, facts: { ...notification.facts, amount, currency } };
  } catch (error) {
    log.warn('the amount of a renewal is unknown', { accountId, ...errorFields(error) });
    return notification;
  }
};

/**
 * Reminds the owners and admins of every account once a day of everything that is due
 * (docs/adr/0027-mail-outbox.md).
 */
export const sendReminders = (ports: ReminderPorts, context: RunContext): Promise<DailyResult> =>
  processDaily(
    {
      job: 'send-reminders',
      record: 'pool',
      visit: async ({ accountId, pool }) => {
        // Each account has two pools and is only visited with one of them.
        if (pool !== 'core') return;
        const now = context.now.toISOString();
        const state = await loadCurrentAccount(accountId, ports.store, context.now);
        for (const one of remindersOf(state, now))
          await enqueueOnce(accountId, await withAmount(accountId, one, ports), { store: ports.store, now });
      },
    },
    ports,
    context,
  );
