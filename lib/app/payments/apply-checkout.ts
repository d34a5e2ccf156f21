import {
  creditPacks,
  grantPack,
  PackGrantConflict,
  type PackName,
} from '@scangate/domain/credits/credit-packs';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import { paymentAccountAfterCommit, paymentAccountChange } from '@scangate/domain/payments/payment-account';
import type { ProviderCheckout, ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { Instant, Invoice, PaymentAccount } from '@scangate/domain/records';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { applySubscription } from './apply-subscription.ts';
import { loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts, PaymentStore, SyncedAccount } from './payment-ports.ts';
import { invoiceRefs, recordInvoices } from './record-invoices.ts';
import { returnPack } from './return-purchases.ts';

const isPack = (name: string | undefined): name is PackName =>
  name !== undefined && Object.hasOwn(creditPacks, name);

/** Returns the payment account without this session, which is closed. */
const withoutSession = (
  stored: PaymentAccount | undefined,
  sessionId: string,
): PaymentAccount | undefined => {
  if (!stored) return undefined;
  const { checkout, packCheckouts = [], ...rest } = stored;
  const others = packCheckouts.filter((one) => one !== sessionId);
  return {
    ...rest,
    ...(checkout && checkout.sessionId !== sessionId && { checkout }),
    ...(others.length > 0 && { packCheckouts: others }),
  };
};

interface ClosedCheckout {
  accountId: string;
  session: ProviderCheckout;
  invoice: ProviderInvoice | undefined;
}

/** Returns the grant of the pack that a completed session paid for, and its receipt. */
const grantChanges = ({ accountId, session, invoice }: ClosedCheckout, now: Instant) => {
  const { sessionId, invoiceId, metadata } = session;
  const { pack } = metadata;
  if (session.status !== 'complete' || !session.paid || !isPack(pack)) return [];
  const payment = { cause: `pack#${sessionId}`, ...(invoiceId !== undefined && { invoiceId }) };
  const { number = '', amountPaid = 0, currency = '', hostedUrl } = invoice ?? {};
  const facts = {
    pack,
    invoice: number,
    amount: amountPaid,
    currency,
    ...(hostedUrl !== undefined && { hostedUrl }),
  };
  return [
    ...grantPack(accountId, { pack, payment }, now),
    enqueueMail(accountId, { kind: 'receipt', cause: sessionId, facts }, now),
  ];
};

interface StoredBuyer {
  paymentAccount: PaymentAccount | undefined;
  known: { stored: (Invoice | undefined)[]; listens?: readonly string[] | undefined };
  isClosing: boolean;
}

/** Loads the stored records of a buyer at once; undefined for an account of another deployment. */
const loadStored = async (
  accountId: string,
  invoice: ProviderInvoice | undefined,
  store: PaymentStore,
): Promise<StoredBuyer | undefined> => {
  const refs = [
    { record: 'account', id: { accountId } },
    { record: 'organization', id: { organizationId: accountId } },
    { record: 'paymentAccount', id: { accountId } },
    ...(invoice ? invoiceRefs(accountId, [invoice]) : []),
  ] as const;
  const [account, organization, paymentAccount, ...stored] = await store.load(refs, { consistent: true });
  const isClosing = organization?.closing !== undefined;
  return account && { paymentAccount, known: { stored, listens: organization?.listens }, isClosing };
};

/**
 * Grants the pack and forgets the session in one transaction.
 * @param closed the checkout, with the payment account as just loaded.
 * @returns the payment account as stored now.
 */
const closeSession = (
  closed: ClosedCheckout & { loaded: PaymentAccount | undefined },
  store: PaymentStore,
  now: Date,
): Promise<PaymentAccount | undefined> => {
  const { accountId, session, loaded } = closed;
  const grant = grantChanges(closed, now.toISOString());
  let known = loaded;
  let isGranted = false;
  return retryOnConflict(limits.applyCheckout, async () => {
    const stored = known ?? (await loadPaymentAccount(accountId, store));
    known = undefined;
    const after = withoutSession(stored, session.sessionId);
    const forget = stored && after ? paymentAccountChange(accountId, stored, after) : [];
    const changes = [...(isGranted ? [] : grant), ...forget];
    try {
      if (changes.length > 0) await commitOrThrow(store, changes);
    } catch (error) {
      if (error instanceof PackGrantConflict) isGranted = true;
      throw error;
    }
    return after && paymentAccountAfterCommit(stored, after);
  });
};

/**
 * Grants what a checkout has paid for, once per session: a pack is granted here, a plan by its subscription. A
 * closed session is forgotten.
 * @returns undefined when the session is open or from another deployment.
 */
export const applyCheckout = async (
  sessionId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const { store, paymentProvider } = ports;
  const session = await paymentProvider.checkout(sessionId);
  const accountId = session?.accountId;
  if (!session || accountId === undefined || session.status === 'open') return undefined;
  const { subscriptionId, invoiceId } = session;
  const synced =
    subscriptionId === undefined ? undefined : await applySubscription(subscriptionId, ports, now);
  const invoice = invoiceId === undefined ? undefined : await paymentProvider.invoice(invoiceId);
  const buyer = synced ? undefined : await loadStored(accountId, invoice, store);
  if (!synced && !buyer) return undefined;
  // This happens before the session is forgotten, or its invoice would never be recorded.
  if (invoice && buyer)
    await recordInvoices({ accountId, invoices: [invoice], known: buyer.known }, store, now);
  const { pack } = session.metadata;
  const isLate = buyer?.isClosing && session.paid && isPack(pack) && invoice !== undefined;
  // This happens before the session is forgotten, too: an interrupted return is found by it.
  if (isLate) await returnPack({ accountId, pack, sessionId, invoiceId: invoice.invoiceId }, ports, now);
  const buyerRow = isLate ? undefined : buyer?.paymentAccount;
  const loaded = synced ? synced.paymentAccount : buyerRow;
  const paymentAccount = await closeSession({ accountId, session, invoice, loaded }, store, now);
  return { accountId, ...(paymentAccount && { paymentAccount }) };
};
