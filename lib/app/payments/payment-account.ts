import { newPaymentAccount, paymentAccountChange } from '@scangate/domain/payments/payment-account';
import type { PaymentAccount } from '@scangate/domain/records';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { PaymentPorts, PaymentStore } from './payment-ports.ts';

/** Loads the current payment account; undefined when the payment provider does not know the account. */
export const loadPaymentAccount = async (
  accountId: string,
  store: PaymentStore,
): Promise<PaymentAccount | undefined> => {
  const refs = [{ record: 'paymentAccount', id: { accountId } }] as const;
  const [stored] = await store.load(refs, { consistent: true });
  return stored;
};

/**
 * Returns false for another deployment that uses the same provider account. Its events arrive here too and are
 * ignored.
 */
export const belongsToThisDeployment = async (
  accountId: string,
  store: Pick<PaymentStore, 'load'>,
): Promise<boolean> => {
  const [account] = await store.load([{ record: 'account', id: { accountId } }], { consistent: true });
  return account !== undefined;
};

/**
 * Changes the payment account, decided again after each conflict.
 * @returns the payment account as stored now.
 */
export const changePaymentAccount = (
  accountId: string,
  change: (stored: PaymentAccount) => PaymentAccount,
  store: PaymentStore,
): Promise<PaymentAccount> =>
  retryOnConflict(limits.changePaymentAccount, async () => {
    const stored = await loadPaymentAccount(accountId, store);
    const before = stored ?? newPaymentAccount(accountId, accountId);
    const after = change(before);
    const changes = paymentAccountChange(accountId, stored, after);
    if (changes.length === 0) return before;
    await commitOrThrow(store, changes);
    return { ...after, version: before.version + 1 };
  });

/**
 * Returns the account's customer at the payment provider. It is created when it is first needed, and again if
 * somebody deleted it there. An account has one customer.
 */
export const ensureCustomer = async (
  accountId: string,
  name: string,
  { store, paymentProvider }: PaymentPorts,
): Promise<string> => {
  const former = (await loadPaymentAccount(accountId, store))?.customerId;
  if (former !== undefined && (await paymentProvider.customer(former))) return former;
  const key = former === undefined ? `customer:${accountId}` : `customer:${accountId}:${former}`;
  const { customerId } = await paymentProvider.createCustomer(key, { accountId, name });
  const replaceFormer = (row: PaymentAccount): PaymentAccount => {
    if (row.customerId !== former) return row;
    const { billingDetails } = row;
    const change = billingDetails && { changeId: customerId, former: billingDetails };
    return { ...row, customerId, ...(change && { detailsChange: change }) };
  };
  await changePaymentAccount(accountId, replaceFormer, store);
  return customerId;
};
