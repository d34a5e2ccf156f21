import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import {
  nextReconcileStep,
  type ProviderState,
  type ReconcileStep,
} from '@scangate/domain/payments/next-reconcile-step';
import {
  paymentAccountChange,
  queueReconcile,
  scheduleNextReconcile,
} from '@scangate/domain/payments/payment-account';
import { Transient } from '@scangate/domain/problem';
import type { Account, PaymentAccount } from '@scangate/domain/records';
import { digestOf } from '@scangate/engines/model/digest';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { commitOrThrow } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { applySubscription } from './apply-subscription.ts';
import { changePaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore, SyncedAccount } from './payment-ports.ts';

interface LoadedAccount {
  account: Account;
  paymentAccount: PaymentAccount;
}

const load = async (
  accountId: string,
  store: PaymentStore,
  now: string,
): Promise<LoadedAccount | undefined> => {
  const refs = [...billingRefs(accountId), { record: 'paymentAccount', id: { accountId } }] as const;
  const [account, core, sast, paymentAccount] = await store.load(refs, { consistent: true });
  if (!paymentAccount) return undefined;
  const { state } = applyDueRenewals(billingState(account, core, sast), now);
  return { account: state.account, paymentAccount };
};

const loadedFrom = (
  { state, paymentAccount }: Partial<SyncedAccount> = {},
  now: string,
): LoadedAccount | undefined =>
  state && paymentAccount && { account: applyDueRenewals(state, now).state.account, paymentAccount };

const fetchProviderState = async (
  { subscriptionId, addonSubscriptionId }: PaymentAccount,
  paymentProvider: PaymentProvider,
): Promise<ProviderState> => {
  const [subscription, addon] = await Promise.all(
    [subscriptionId, addonSubscriptionId].map(async (id) => id && paymentProvider.subscription(id)),
  );
  return { ...(subscription && { subscription }), ...(addon && { addon }) };
};

/** Makes one call to the provider. @returns the subscription that it changed, where the account has to be updated now. */
const execute = async (
  step: ReconcileStep,
  { key, accountId, customerId = '' }: { key: string; accountId: string; customerId?: string },
  paymentProvider: PaymentProvider,
): Promise<string | undefined> => {
  switch (step.do) {
    case 'apply_subscription':
      return step.subscriptionId;
    case 'release_schedule':
      await paymentProvider.releaseSchedule(key, step.scheduleId);
      return undefined;
    case 'cancel_at_period_end':
      await paymentProvider.cancelAtPeriodEnd(key, step.subscriptionId, step.cancels);
      return undefined;
    case 'schedule_next':
      await paymentProvider.scheduleNext(key, step.subscriptionId, step);
      return undefined;
    case 'set_next_quantity':
      await paymentProvider.setNextQuantity(key, step.subscriptionId, step);
      return undefined;
    case 'apply_promotion':
      await paymentProvider.applyPromotion(key, step.subscriptionId, step.promotionId);
      return undefined;
    case 'raise_quantity':
      await paymentProvider.raiseQuantity(key, step.subscriptionId, step.quantity);
      return step.subscriptionId;
    case 'cancel_now':
      await paymentProvider.cancelNow(key, step.subscriptionId);
      return step.subscriptionId;
    case 'start_addon':
      return (await paymentProvider.startAddon(key, { accountId, customerId, ...step })).subscriptionId;
  }
};

/** A step with the state that it was decided from. */
interface PlannedStep {
  step: ReconcileStep;
  paymentAccount: PaymentAccount;
  provider: ProviderState;
}

/** The order of the payment account that a step fulfills. */
const orders = {
  apply_promotion: 'promotionId',
  raise_quantity: 'licensesOrder',
  start_addon: 'addonOrder',
} as const;

/** Drops an order that the provider refused, or it would be tried again when nobody expects it any more. */
const dropOrder = async (
  { step, paymentAccount: requested }: Omit<PlannedStep, 'provider'>,
  store: PaymentStore,
  now: string,
): Promise<void> => {
  if (!(step.do in orders)) return;
  const order = orders[step.do as keyof typeof orders];
  const withoutOrder = (stored: PaymentAccount): PaymentAccount => {
    const { [order]: current, ...rest } = stored;
    const isSame = JSON.stringify(current) === JSON.stringify(requested[order]);
    return isSame ? queueReconcile(rest, now) : stored;
  };
  await changePaymentAccount(requested.accountId, withoutOrder, store);
};

/** Removes a promotion that was applied, unless the payment account changed meanwhile. */
const recordApplied = async (
  step: ReconcileStep,
  before: PaymentAccount,
  store: PaymentStore,
): Promise<void> => {
  const after = step.do === 'apply_promotion' ? { ...before, promotionId: undefined } : before;
  const changes = paymentAccountChange(before.accountId, before, after);
  if (changes.length > 0) await store.commit(changes);
};

/**
 * Names a call. The same step from the same state is the same call, and after any change of the state it is another one.
 * An add-on is started once for its order, whatever else changes meanwhile; ordered again after a decline, it is another
 * order.
 */
const keyOf = ({ step, paymentAccount, provider }: PlannedStep): string => {
  const { addonOrder, changeRequestId } = paymentAccount;
  const parts = step.do === 'start_addon' ? [addonOrder, step] : [changeRequestId, step, provider];
  return digestOf(parts).slice(0, 40);
};

/** Refuses orders beside a plan that has ended, also where that event has not arrived yet. */
const requireLivePlan = async (
  { paymentAccount, provider }: Omit<PlannedStep, 'step'>,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  const { licensesOrder, addonOrder } = paymentAccount;
  const { subscription } = provider;
  if (!(licensesOrder ?? addonOrder) || subscription?.status !== 'ended') return;
  await applySubscription(subscription.subscriptionId, ports, now);
  throw new PaymentProviderRefused('subscription_ended', 'the plan of this order has ended');
};

/** Executes a step and records what it changed. @returns the account where it was read anew. */
const executeAndRecord = async (
  planned: PlannedStep,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const { store, paymentProvider } = ports;
  const { step, paymentAccount } = planned;
  const call = { ...paymentAccount, key: keyOf(planned) };
  const changed = await execute(step, call, paymentProvider);
  if (changed === undefined) {
    await recordApplied(step, paymentAccount, store);
    return undefined;
  }
  const synced = await applySubscription(changed, ports, now);
  if (step.do !== 'start_addon') return synced;
  // An add-on that was started and has ended meanwhile would be found again under the key of its order.
  const started = await paymentProvider.subscription(changed);
  if (started?.status === 'ended') await dropOrder(planned, store, now.toISOString());
  return synced;
};

const maxSteps = 16;

/** Takes steps until none is left, each decided from what is stored and what the provider has by then. */
const takeSteps = async (account: SyncedAccount, ports: PaymentPorts, now: Date): Promise<void> => {
  const { store, paymentProvider } = ports;
  const { accountId } = account;
  const at = now.toISOString();
  let synced: SyncedAccount | undefined = account;
  for (let steps = 0; steps < maxSteps; steps++) {
    const loaded = loadedFrom(synced, at) ?? (await load(accountId, store, at));
    synced = undefined;
    if (!loaded) return;
    const { paymentAccount } = loaded;
    const provider = await fetchProviderState(paymentAccount, paymentProvider);
    await requireLivePlan({ paymentAccount, provider }, ports, now);
    const step = nextReconcileStep({ account: loaded.account, paymentAccount, provider }, at);
    if (!step) {
      const idle = scheduleNextReconcile(paymentAccount, loaded.account, at);
      await commitOrThrow(store, paymentAccountChange(accountId, paymentAccount, idle));
      return;
    }
    try {
      synced = await executeAndRecord({ step, paymentAccount, provider }, ports, now);
    } catch (error) {
      if (error instanceof CardDeclined || (error instanceof PaymentProviderRefused && !error.isOfKey))
        await dropOrder({ step, paymentAccount }, store, at);
      throw error;
    }
  }
  throw new Transient('the payment provider does not reach the requested state');
};

/**
 * Brings the payment provider in line with what an account has requested, call by call. A run that was interrupted
 * continues, and a run without differences does nothing (docs/adr/0010-payments.md).
 * @param account is not loaded again where it holds what was just stored.
 * @throws CardDeclined when an order could not be paid, and PaymentProviderRefused when the provider refuses it; the
 * order is dropped then.  @throws Transient when the run has to be repeated.
 */
export const reconcileSubscription = (
  account: SyncedAccount,
  ports: PaymentPorts,
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.reconcileSubscription, (tryNumber) =>
    takeSteps(tryNumber === 1 ? account : { accountId: account.accountId }, ports, now),
  );
