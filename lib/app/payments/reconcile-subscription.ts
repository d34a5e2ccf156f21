import { currentState } from '@scangate/domain/accounts/time-driven-changes';
import { nextReconcileStep, type ProviderState } from '@scangate/domain/payments/next-reconcile-step';
import {
  claimRaise,
  closingCode,
  dropRefusedOrder,
  endRaise,
  paymentAccountChange,
  queueReconcile,
  scheduleNextReconcile,
  withDifference,
  withoutDone,
  type OrderField,
} from '@scangate/domain/payments/payment-account';
import { mayBeCharged } from '@scangate/domain/payments/payer';
import { differsFromProvider } from '@scangate/domain/payments/provider-differences';
import { Transient } from '@scangate/domain/problem';
import type { Account, PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import { commitOrThrow } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { applySubscription } from './apply-subscription.ts';
import {
  executeReconcileStep,
  keyOf,
  orderOf,
  type PlannedStep,
  type Refusal,
} from './execute-reconcile-step.ts';
import { changePaymentAccount, loadPayer } from './payment-account.ts';
import type { PaymentPorts, PaymentStore, SyncedAccount } from './payment-ports.ts';

interface LoadedAccount {
  account: Account;
  paymentAccount: PaymentAccount;
}

/** A run for one account. */
interface Run {
  ports: PaymentPorts;
  now: Date;
  /** Counts how often each call was made in this run. */
  calls: Map<string, number>;
}

const load = async (
  accountId: string,
  store: PaymentStore,
  now: string,
): Promise<LoadedAccount | undefined> => {
  const refs = [...billingRefs(accountId), { record: 'paymentAccount', id: { accountId } }] as const;
  const [account, core, sast, paymentAccount] = await store.load(refs, { consistent: true });
  if (!paymentAccount) return undefined;
  return { account: currentState(billingState(account, core, sast), now).account, paymentAccount };
};

const loadedFrom = (
  { state, paymentAccount }: Partial<SyncedAccount> = {},
  now: string,
): LoadedAccount | undefined =>
  state && paymentAccount && { account: currentState(state, now).account, paymentAccount };

const fetchProviderState = async (
  { subscriptionId, addonSubscriptionId, endingAddons = [] }: PaymentAccount,
  paymentProvider: PaymentProvider,
): Promise<ProviderState> => {
  const [subscription, addon, ...ending] = await Promise.all(
    [subscriptionId, addonSubscriptionId, ...endingAddons].map(async (id) =>
      id === undefined ? undefined : await paymentProvider.subscription(id),
    ),
  );
  const found = ending.filter((one) => one !== undefined);
  return {
    ...(subscription && { subscription }),
    ...(addon && { addon }),
    ...(found.length > 0 && { endingAddons: found }),
  };
};

interface RefusedOrder {
  field: OrderField;
  requested: PaymentAccount;
  refusal: Refusal;
}

/** Drops an order and stores the reason, for the request that waits for it. */
const dropOrder = async ({ field, requested, refusal }: RefusedOrder, { ports, now }: Run): Promise<void> => {
  const { store, log } = ports;
  const { accountId } = requested;
  const { code } = refusal;
  log.warn('an order was refused', { accountId, order: field, ...errorFields(refusal) });
  const isDeclined = refusal instanceof CardDeclined;
  const withoutOrder = (stored: PaymentAccount): PaymentAccount => {
    const without = dropRefusedOrder(stored, { field, requested }, { code, isDeclined });
    return without === stored ? stored : queueReconcile(without, now.toISOString());
  };
  await changePaymentAccount(accountId, withoutOrder, store);
};

/** Drops the orders of a plan that has ended, even if that event has not arrived yet. */
const dropOrdersOfEndedPlan = async (
  { paymentAccount: requested, provider: { subscription } }: Omit<PlannedStep, 'step'>,
  run: Run,
): Promise<boolean> => {
  const fields = (['licensesOrder', 'addonOrder'] as const).filter((field) => requested[field] !== undefined);
  if (subscription?.status !== 'ended' || fields.length === 0) return false;
  const refusal = new PaymentProviderRefused('subscription_ended', 'the plan of this order has ended');
  for (const field of fields) await dropOrder({ field, requested, refusal }, run);
  await applySubscription(subscription.subscriptionId, run.ports, run.now);
  return true;
};

/** Removes a promotion that was applied, unless the payment account changed meanwhile. */
const recordApplied = async (
  { step, paymentAccount: before }: PlannedStep,
  store: PaymentStore,
): Promise<void> => {
  const after = step.do === 'apply_promotion' ? { ...before, promotionId: undefined } : before;
  const changes = paymentAccountChange(before.accountId, before, after);
  if (changes.length > 0) await store.commit(changes);
};

/**
 * Records what a step changed.
 * @param changed the subscription that it changed, where the account has to be updated now.
 * @returns the account if it was read again.
 */
const recordStep = async (
  planned: PlannedStep,
  changed: string | undefined,
  run: Run,
): Promise<SyncedAccount | undefined> => {
  const { ports, now } = run;
  if (changed === undefined) {
    await recordApplied(planned, ports.store);
    return undefined;
  }
  const synced = await applySubscription(changed, ports, now);
  if (planned.step.do !== 'start_addon') return synced;
  const started = await ports.paymentProvider.subscription(changed);
  if (started?.status !== 'ended') return synced;
  // An add-on that was started and has ended meanwhile would be found again under the key of its order.
  const refusal = new PaymentProviderRefused('subscription_ended', 'the add-on of this order has ended');
  await dropOrder({ field: 'addonOrder', requested: planned.paymentAccount, refusal }, run);
  return undefined;
};

/** A call that the provider refused. A second refusal from the same state is final. */
interface RefusedCall {
  key: string;
  refusal: Refusal;
}

/** @throws Transient for a step that is not an order: the requested change stays, and is tried again later. */
const acceptRefusal = async (
  { step, paymentAccount: requested }: PlannedStep,
  refusal: Refusal,
  run: Run,
): Promise<void> => {
  const field = orderOf(step);
  if (!field) throw new Transient(`the payment provider refuses ${step.do}`, { cause: refusal });
  await dropOrder({ field, requested, refusal }, run);
};

const refusalOf = (error: unknown): Refusal => {
  const isOfKey = error instanceof PaymentProviderRefused && error.isOfKey;
  if (isOfKey) throw new Transient('the payment provider refuses our key', { cause: error });
  if (error instanceof CardDeclined || error instanceof PaymentProviderRefused) return error;
  throw error;
};

/**
 * Withdraws the order of a step that charges, while the organization is closing: whoever ordered, and however long ago.
 * @returns whether it did.
 */
const withdrawWhileClosing = async (
  { step, paymentAccount: requested }: PlannedStep,
  run: Run,
): Promise<boolean> => {
  const field = orderOf(step);
  if (field === undefined || field === 'promotionId') return false;
  const payer = await loadPayer(requested.accountId, run.ports.store);
  if (mayBeCharged(payer)) return false;
  const refusal = new PaymentProviderRefused(
    closingCode,
    'nothing is charged while an organization is closing',
  );
  await dropOrder({ field, requested, refusal }, run);
  return true;
};

/** Lets one process at a time raise the number of licenses. @throws Conflict while another one does. */
const claimCall = async ({ step, paymentAccount }: PlannedStep, key: string, run: Run): Promise<void> => {
  if (step.do !== 'raise_quantity') return;
  const claimed = claimRaise(paymentAccount, { key, quantity: step.quantity }, run.now.toISOString());
  const changes = paymentAccountChange(paymentAccount.accountId, paymentAccount, claimed);
  if (changes.length > 0) await commitOrThrow(run.ports.store, changes);
};

/** Lets others raise it again. A call whose result is unknown may still arrive, and keeps its claim. */
const endCall = async (
  { step, paymentAccount: { accountId } }: PlannedStep,
  key: string,
  { ports: { store } }: Run,
): Promise<void> => {
  if (step.do === 'raise_quantity')
    await changePaymentAccount(accountId, (stored) => endRaise(stored, key), store);
};

/**
 * Executes a step.
 * @returns the refusal if the provider refuses it because of a state that may have changed meanwhile.
 */
const takeStep = async (
  planned: PlannedStep,
  refused: RefusedCall | undefined,
  run: Run,
): Promise<{ synced?: SyncedAccount | undefined; refused?: RefusedCall }> => {
  if (await withdrawWhileClosing(planned, run)) return {};
  const key = keyOf(planned);
  if (refused?.key === key) {
    await acceptRefusal(planned, refused.refusal, run);
    return {};
  }
  const before = run.calls.get(key) ?? 0;
  run.calls.set(key, before + 1);
  // A step that was undone since is not repeated under the same key: the provider would only repeat its response.
  const callKey = before === 0 ? key : `${key}:${before}`;
  let changed: string | undefined;
  try {
    await claimCall(planned, callKey, run);
    changed = await executeReconcileStep(planned, callKey, run.ports.paymentProvider);
    await endCall(planned, callKey, run);
  } catch (error) {
    const refusal = refusalOf(error);
    await endCall(planned, callKey, run);
    if (refusal instanceof PaymentProviderRefused) return { refused: { key, refusal } };
    await acceptRefusal(planned, refusal, run);
    return {};
  }
  return { synced: await recordStep(planned, changed, run) };
};

const maxSteps = 16;

/** Executes steps until none is left, each decided on the stored state and on what the provider has by then. */
const takeSteps = async (account: SyncedAccount, run: Run): Promise<void> => {
  const { store, paymentProvider } = run.ports;
  const { accountId } = account;
  const at = run.now.toISOString();
  let last: Awaited<ReturnType<typeof takeStep>> = { synced: account };
  for (let steps = 0; steps < maxSteps; steps++) {
    const loaded = loadedFrom(last.synced, at) ?? (await load(accountId, store, at));
    if (!loaded) return;
    const { paymentAccount } = loaded;
    const provider = await fetchProviderState(paymentAccount, paymentProvider);
    if (await dropOrdersOfEndedPlan({ paymentAccount, provider }, run)) {
      last = {};
      continue;
    }
    const step = nextReconcileStep({ account: loaded.account, paymentAccount, provider }, at);
    if (!step) {
      const settled = withoutDone(paymentAccount, at);
      const reconciled = differsFromProvider(loaded.account, provider, at)
        ? withDifference(settled, at)
        : scheduleNextReconcile(settled, loaded.account, at);
      await commitOrThrow(store, paymentAccountChange(accountId, paymentAccount, reconciled));
      return;
    }
    last = await takeStep({ step, paymentAccount, provider }, last.refused, run);
  }
  throw new Transient('the payment provider does not reach the requested state');
};

/**
 * Reconciles the payment provider with the requests of an account, call by call. An interrupted run is continued, a
 * run without differences does nothing, and concurrent runs reach the same state. An order that could not be paid,
 * or that the provider refuses, is dropped and listed among the refused ones (docs/adr/0010-payments.md).
 * @param account is not loaded again if it holds what was just stored.
 * @throws Transient when the run has to be repeated.
 */
export const reconcileSubscription = (
  account: SyncedAccount,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  const run: Run = { ports, now, calls: new Map() };
  return retryOnConflict(limits.reconcileSubscription, (tryNumber) =>
    takeSteps(tryNumber === 1 ? account : { accountId: account.accountId }, run),
  );
};
