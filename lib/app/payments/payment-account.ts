import {
  newPaymentAccount,
  newPaymentAccountChanges,
  paymentAccountChange,
} from '@scangate/domain/payments/payment-account';
import type { Payer } from '@scangate/domain/payments/payer';
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

/** Loads the organization of an account as it is now, to decide whether it may be charged. */
export const loadPayer = async (accountId: string, store: Pick<PaymentStore, 'load'>): Promise<Payer> => {
  const refs = [{ record: 'organization', id: { organizationId: accountId } }] as const;
  const [payer] = await store.load(refs, { consistent: true });
  return payer;
};

/**
 * Returns false for another deployment that uses the same provider account, whose events arrive here too and are
 * ignored, and for an account that was erased.
 */
export const belongsToThisDeployment = async (
  accountId: string,
  store: Pick<PaymentStore, 'load'>,
): Promise<boolean> => {
  const [account] = await store.load([{ record: 'account', id: { accountId } }], { consistent: true });
  return account !== undefined;
};

type PaymentAccountRule = (stored: PaymentAccount) => PaymentAccount;

/** Changes the row, decided again after each conflict. @param base is what is changed; nothing without it. */
const changeRow = <None extends undefined>(
  accountId: string,
  {
    base,
    rule,
  }: { base: (stored: PaymentAccount | undefined) => PaymentAccount | None; rule: PaymentAccountRule },
  store: PaymentStore,
): Promise<PaymentAccount | None> =>
  retryOnConflict(limits.changePaymentAccount, async () => {
    const stored = await loadPaymentAccount(accountId, store);
    const before = base(stored);
    if (before === undefined) return before;
    const after = rule(before);
    const changes = stored ? paymentAccountChange(accountId, stored, after) : newPaymentAccountChanges(after);
    if (changes.length === 0) return before;
    await commitOrThrow(store, changes);
    return { ...after, version: before.version + 1 };
  });

/**
 * Changes the payment account. One that is gone was erased, and stays so.
 * @returns the payment account as stored now.
 */
export const changePaymentAccount = (
  accountId: string,
  rule: PaymentAccountRule,
  store: PaymentStore,
): Promise<PaymentAccount | undefined> =>
  changeRow<undefined>(accountId, { base: (stored) => stored, rule }, store);

/** Changes the payment account like `changePaymentAccount`, or creates it: a purchase is the first to need it. */
export const changeOrCreatePaymentAccount = (
  accountId: string,
  rule: PaymentAccountRule,
  store: PaymentStore,
): Promise<PaymentAccount> => {
  const base = (stored: PaymentAccount | undefined) => stored ?? newPaymentAccount(accountId, accountId);
  return changeRow<never>(accountId, { base, rule }, store);
};

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
  await changeOrCreatePaymentAccount(accountId, replaceFormer, store);
  return customerId;
};
