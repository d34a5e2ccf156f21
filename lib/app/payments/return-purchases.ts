import { noChange, withMails, type BillingState } from '@scangate/domain/accounts/billing-state';
import { packEntry, type PackName } from '@scangate/domain/credits/credit-packs';
import type { Notification } from '@scangate/domain/mail/notifications';
import {
  paymentAccountChange,
  queueReconcile,
  withoutReturn,
} from '@scangate/domain/payments/payment-account';
import { grantAndTakeBack } from '@scangate/domain/payments/refund-credit-pack';
import type { LedgerEntry, PackRefund, PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { payPackRefund } from './pay-credit-pack-refund.ts';
import { changePaymentAccount, loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore } from './payment-ports.ts';

/** Returns the money of an invoice, once however often it is called. */
const refundInvoice = async (
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  { paymentProvider, log }: PaymentPorts,
): Promise<void> => {
  const charge = await paymentProvider.chargeOfInvoice(invoiceId);
  if (!charge || charge.isReversed) return;
  const { chargeId, amount } = charge;
  try {
    await paymentProvider.refundCharge(`return:${invoiceId}`, { chargeId, amount });
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
    log.error('a payment has to be refunded by hand', { accountId, invoiceId, ...errorFields(error) });
  }
};

/**
 * Cancels a subscription that was paid for while the organization was closing, and refunds it. It is stored among the
 * returns of the account until both are done, so that it is finished after any interruption, and never starts.
 */
export const returnSubscription = async (
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  ports: PaymentPorts,
): Promise<void> => {
  const { store, paymentProvider } = ports;
  await paymentProvider.cancelNow(`return:${subscriptionId}`, subscriptionId);
  for (const { invoiceId, status } of await paymentProvider.invoices(subscriptionId))
    if (status === 'paid') await refundInvoice({ accountId, invoiceId }, ports);
  await changePaymentAccount(accountId, (stored) => withoutReturn(stored, subscriptionId), store);
};

/** A pack that was paid for while the organization is closing. */
interface LatePack {
  accountId: string;
  pack: PackName;
  sessionId: string;
  invoiceId: string;
}

interface LoadedPack {
  state: BillingState;
  paymentAccount: PaymentAccount;
  isGranted: boolean;
}

const loadPack = async (
  { accountId, pool, cause }: LedgerEntry,
  store: PaymentStore,
): Promise<LoadedPack | undefined> => {
  const refs = [{ record: 'ledgerEntry', id: { accountId, pool, cause } }] as const;
  const [granted] = await store.load(refs, { consistent: true });
  const paymentAccount = await loadPaymentAccount(accountId, store);
  if (!paymentAccount) return undefined;
  return { paymentAccount, state: await loadAccount(accountId, store), isGranted: granted !== undefined };
};

/**
 * Refunds a pack that was paid for while the organization is closing: one transaction grants it, takes it back and stores
 * the refund, which this process or the reconcile job pays. A pack that was granted before is kept.
 */
export const returnPack = async (
  { accountId, pack, sessionId, invoiceId }: LatePack,
  ports: PaymentPorts,
  now: Date,
): Promise<void> => {
  const { store, paymentProvider } = ports;
  const charge = await paymentProvider.chargeOfInvoice(invoiceId);
  if (!charge || charge.isReversed) return;
  const at = now.toISOString();
  const grant = packEntry(accountId, { pack, payment: { cause: `pack#${sessionId}`, invoiceId } }, at);
  const order = { refundId: sessionId, grant, charge, motif: 'The organization is closing.' };
  const mail: Notification = { kind: 'purchase_withdrawn', cause: sessionId, facts: { pack } };
  const owed: PackRefund[] = [];
  await changeLoadedAccount(
    () => loadPack(grant, store),
    {
      rule: (state, { isGranted }) => {
        owed.length = 0;
        if (isGranted) return noChange(state);
        const { outcome, refund } = grantAndTakeBack(state, order, at);
        owed.push(refund);
        return withMails(outcome, [mail]);
      },
      now: at,
      also: (_after, { paymentAccount }) => {
        const packRefunds = [...(paymentAccount.packRefunds ?? []), ...owed];
        const owing = queueReconcile({ ...paymentAccount, packRefunds }, at);
        return owed.length > 0 ? paymentAccountChange(accountId, paymentAccount, owing) : [];
      },
    },
    store,
  );
  for (const refund of owed) await payPackRefund({ accountId, refund }, ports, now);
};
