import { paymentAccountChange } from '@scangate/domain/payments/payment-account';
import { undoPackRefund, withoutPackRefund } from '@scangate/domain/payments/refund-credit-pack';
import type { PackRefund } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { changePaymentAccount, loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore } from './payment-ports.ts';

interface OwedRefund {
  accountId: string;
  refund: PackRefund;
}

/** Restores the credits in the transaction that forgets the refund. */
const undo = async (
  { accountId, refund, code }: OwedRefund & { code: string },
  store: PaymentStore,
  now: string,
): Promise<void> => {
  const load = async () => {
    const paymentAccount = await loadPaymentAccount(accountId, store);
    const isOwed = paymentAccount?.packRefunds?.some(({ refundId }) => refundId === refund.refundId);
    if (!paymentAccount || !isOwed) return undefined;
    return { paymentAccount, state: await loadAccount(accountId, store) };
  };
  await changeLoadedAccount(
    load,
    {
      rule: (state) => undoPackRefund(state, { refund, code }, now),
      now,
      also: (_after, { paymentAccount }) =>
        paymentAccountChange(accountId, paymentAccount, withoutPackRefund(paymentAccount, refund.refundId)),
    },
    store,
  );
};

/**
 * Returns the money of a pack whose credits were taken, once however often it is called, and forgets the refund. The
 * credits are restored if the payment provider refuses (docs/adr/0010-payments.md).
 */
export const payPackRefund = async (
  { accountId, refund }: OwedRefund,
  { store, paymentProvider, log }: PaymentPorts,
  now: Date,
): Promise<void> => {
  const { refundId, chargeId, amount } = refund;
  try {
    await paymentProvider.refundCharge(`pack_refund:${accountId}:${refundId}`, { chargeId, amount });
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
    log.warn('the payment provider refused a refund', { accountId, refundId, ...errorFields(error) });
    await undo({ accountId, refund, code: error.code }, store, now.toISOString());
    return;
  }
  await changePaymentAccount(accountId, (stored) => withoutPackRefund(stored, refundId), store);
};
