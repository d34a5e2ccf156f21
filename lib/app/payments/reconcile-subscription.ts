import { digestOf } from '@scangate/engines/model/digest';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import {
  nextReconcileStep,
  type ProviderState,
  type ReconcileStep,
} from '@scangate/domain/payments/next-reconcile-step';
import {
  queueReconcile,
  paymentAccountChange,
  scheduleNextReconcile,
} from '@scangate/domain/payments/payment-account';
import { Transient } from '@scangate/domain/problem';
import type { Account, PaymentAccount } from '@scangate/domain/records';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import { changePaymentAccount } from './payment-account.ts';
import {
  applySubscription,
  type SyncedAccount,
  type PaymentPorts,
  type PaymentStore,
} from './apply-subscription.ts';

interface Known {
  account: Account;
  till: PaymentAccount;
}

const load = async (accountId: string, store: PaymentStore, now: string): Promise<Known | undefined> => {
  const refs = [...billingRefs(accountId), { record: 'paymentAccount', id: { accountId } }] as const;
  const [account, core, sast, till] = await store.load(refs, { consistent: true });
  if (!till) return undefined;
  return { account: applyDueRenewals(billingState(account, core, sast), now).state.account, till };
};

const knownFrom = (
  { state, paymentAccount: till }: Partial<SyncedAccount> = {},
  now: string,
): Known | undefined => state && till && { account: applyDueRenewals(state, now).state.account, till };

const see = async (
  { subscriptionId, addonSubscriptionId }: PaymentAccount,
  till: PaymentProvider,
): Promise<ProviderState> => {
  const [subscription, addon] = await Promise.all(
    [subscriptionId, addonSubscriptionId].map(async (id) => id && till.subscription(id)),
  );
  return { ...(subscription && { subscription }), ...(addon && { addon }) };
};

/** One call to the till; @returns the subscription that it changed, where the account is to hear of it at once. */
const take = async (
  step: ReconcileStep,
  key: string,
  { till: of }: Known,
  till: PaymentProvider,
): Promise<string | undefined> => {
  switch (step.do) {
    case 'settle':
      return step.subscriptionId;
    case 'release_schedule':
      return void (await till.releaseSchedule(key, step.scheduleId));
    case 'cancel_at_period_end':
      return void (await till.cancelAtPeriodEnd(key, step.subscriptionId, step.cancels));
    case 'schedule_next':
      return void (await till.scheduleNext(key, step.subscriptionId, step));
    case 'set_next_quantity':
      return void (await till.setNextQuantity(key, step.subscriptionId, step));
    case 'apply_promotion':
      return void (await till.applyPromotion(key, step.subscriptionId, step.promotionId));
    case 'raise_quantity':
      await till.raiseQuantity(key, step.subscriptionId, step.quantity);
      return step.subscriptionId;
    case 'cancel_now':
      await till.cancelNow(key, step.subscriptionId);
      return step.subscriptionId;
    case 'start_addon': {
      const { accountId, customerId = '' } = of;
      const started = await till.startAddon(key, { accountId, customerId, ...step });
      return started.subscriptionId;
    }
  }
};

/** What a step has fulfilled, beyond what the subscription itself tells. */
const fulfilled = (step: ReconcileStep): Partial<PaymentAccount> =>
  step.do === 'apply_promotion' ? { promotionId: undefined } : {};

/** What a step is to fulfil. */
const orders = {
  apply_promotion: 'promotionId',
  raise_quantity: 'licensesOrder',
  start_addon: 'addonOrder',
} as const;

/** An order that the till says no to is gone, or it would be asked for again when nobody thinks of it any more. */
const dropOrder = async (step: ReconcileStep, { till: asked }: Known, store: PaymentStore, now: string) => {
  if (!(step.do in orders)) return;
  const order = orders[step.do as keyof typeof orders];
  await changePaymentAccount(
    asked.accountId,
    (row) => {
      const { [order]: mine, ...rest } = row;
      return JSON.stringify(mine) === JSON.stringify(asked[order]) ? queueReconcile(rest, now) : row;
    },
    store,
  );
};

/** @returns whether it is written: not when it changed since it was read. */
const write = async (
  before: PaymentAccount,
  after: PaymentAccount,
  store: PaymentStore,
): Promise<boolean> => {
  const changes = paymentAccountChange(before.accountId, before, after);
  return changes.length === 0 || (await store.commit(changes)) === undefined;
};

/**
 * The same call on the same state is one call; after any change of the state it is another. What is begun by an order
 * is begun once, whatever else is wanted or changes meanwhile; ordered again after a decline, by whatever name, it is
 * another order.
 */
const keyOf = (step: ReconcileStep, { till }: Known, seen: ProviderState): string =>
  digestOf(step.do === 'start_addon' ? [till.addonOrder, step] : [till.changeRequestId, step, seen]).slice(
    0,
    40,
  );

/** Nothing is bought beside a plan that is over, also where nobody heard of that yet. */
const refuseWithoutPlan = async (
  { licensesOrder, addonOrder }: PaymentAccount,
  { subscription }: ProviderState,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  if (!(licensesOrder ?? addonOrder) || subscription?.status !== 'ended') return;
  await applySubscription(subscription.subscriptionId, ports, now);
  throw new PaymentProviderRefused('subscription_ended', 'the plan is over that this was ordered beside');
};

const mostSteps = 16;

/**
 * Makes the till agree with what an account wants, call by call, each decided from what is there. Cut anywhere and
 * asked again, it goes on; asked when everything agrees, it does nothing.
 * @param read what was settled just now: it is not read again.
 * @throws CardDeclined when what was ordered could not be paid, TillRefused when it cannot be had; the order is gone
 * then.  @throws Transient to be asked again.
 */
export const reconcileSubscription = async (
  accountId: string,
  ports: PaymentPorts,
  now: Date,
  read?: SyncedAccount,
): Promise<void> => {
  const { store, paymentProvider: till } = ports;
  const at = now.toISOString();
  let settled = read;
  for (let steps = 0; steps < mostSteps; steps++) {
    const known = knownFrom(settled, at) ?? (await load(accountId, store, at));
    settled = undefined;
    if (!known) return;
    const seen = await see(known.till, till);
    await refuseWithoutPlan(known.till, seen, ports, now);
    const step = nextReconcileStep(known.account, known.till, seen, at);
    if (!step) {
      const refusal = await store.commit(
        paymentAccountChange(accountId, known.till, scheduleNextReconcile(known.till, known.account, at)),
      );
      if (!refusal) return;
      continue;
    }
    try {
      const changed = await take(step, keyOf(step, known, seen), known, till);
      if (changed === undefined) await write(known.till, { ...known.till, ...fulfilled(step) }, store);
      else settled = await applySubscription(changed, ports, now);
      // It began, nobody heard of it, and it is over by now: begun again under its key it would be the same one.
      if (
        step.do === 'start_addon' &&
        changed !== undefined &&
        (await till.subscription(changed))?.status === 'ended'
      )
        await dropOrder(step, known, store, at);
    } catch (error) {
      if (error instanceof CardDeclined || (error instanceof PaymentProviderRefused && !error.isOfKey))
        await dropOrder(step, known, store, at);
      throw error;
    }
  }
  throw new Transient('the till does not come to agree');
};
