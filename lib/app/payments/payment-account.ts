import {
  newPaymentAccount,
  paymentAccountChange,
  PaymentAccountConflict,
} from '@scangate/domain/payments/payment-account';
import { Transient } from '@scangate/domain/problem';
import type { PaymentAccount } from '@scangate/domain/records';
import { failedConditionError } from '#ports/store.ts';
import type { PaymentPorts, PaymentStore } from './apply-subscription.ts';

/** What we know of an account at the till, as it is stored now; undefined when it was never there. */
export const loadPaymentAccount = async (
  accountId: string,
  store: PaymentStore,
): Promise<PaymentAccount | undefined> => {
  const [known] = await store.load([{ record: 'paymentAccount', id: { accountId } }], { consistent: true });
  return known;
};

/** Another deployment may sell at the same till, and we hear of that, too: its accounts are none of ours. */
export const belongsToThisDeployment = async (
  accountId: string,
  store: Pick<PaymentStore, 'load'>,
): Promise<boolean> => {
  const [account] = await store.load([{ record: 'account', id: { accountId } }], { consistent: true });
  return account !== undefined;
};

const attempts = 8;

/**
 * Changes what we know of the till, decided again when it moved.
 * @returns it as it is then.
 */
export const changePaymentAccount = async (
  accountId: string,
  change: (known: PaymentAccount) => PaymentAccount,
  store: PaymentStore,
): Promise<PaymentAccount> => {
  for (let tries = 0; tries < attempts; tries++) {
    const known = await loadPaymentAccount(accountId, store);
    const before = known ?? newPaymentAccount(accountId, accountId);
    const after = change(before);
    const changes = paymentAccountChange(accountId, known, after);
    if (changes.length === 0) return before;
    const refusal = await store.commit(changes);
    const error = refusal && failedConditionError(refusal);
    if (!error) return { ...after, version: before.version + 1 };
    if (!(error instanceof PaymentAccountConflict)) throw error;
  }
  throw new Transient('the account keeps changing at the till');
};

/**
 * The account's customer at the till, made when it is first needed, and anew where somebody deleted it there. One
 * account is one customer.
 */
export const ensureCustomer = async (
  accountId: string,
  name: string,
  ports: PaymentPorts,
): Promise<string> => {
  const { store, paymentProvider: till } = ports;
  const former = (await loadPaymentAccount(accountId, store))?.customerId;
  if (former !== undefined && (await till.customer(former))) return former;
  const key = former === undefined ? `customer:${accountId}` : `customer:${accountId}:${former}`;
  const { customerId } = await till.createCustomer(key, { accountId, name });
  await changePaymentAccount(
    accountId,
    (row) => (row.customerId === former ? { ...row, customerId } : row),
    store,
  );
  return customerId;
};
