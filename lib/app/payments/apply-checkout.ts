import { enqueueMail } from '@scangate/domain/mail/notifications';
import {
  PackGrantConflict,
  grantPack,
  creditPacks,
  type PackName,
} from '@scangate/domain/credits/credit-packs';
import {
  paymentAccountChange,
  PaymentAccountConflict,
  paymentAccountAfterCommit,
} from '@scangate/domain/payments/payment-account';
import type { ProviderCheckout, ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import { Transient } from '@scangate/domain/problem';
import type { Instant, Invoice, PaymentAccount } from '@scangate/domain/records';
import { failedConditionError } from '#ports/store.ts';
import { loadPaymentAccount } from './payment-account.ts';
import { recordInvoices, invoiceRefs } from './record-invoices.ts';
import {
  applySubscription,
  type SyncedAccount,
  type PaymentPorts,
  type PaymentStore,
} from './apply-subscription.ts';

const isPack = (name: string | undefined): name is PackName =>
  name !== undefined && Object.hasOwn(creditPacks, name);

/** The row of the account without this session, which is over. */
const without = (known: PaymentAccount | undefined, sessionId: string): PaymentAccount | undefined => {
  if (!known) return undefined;
  const { checkout, packCheckouts = [], ...rest } = known;
  const others = packCheckouts.filter((one) => one !== sessionId);
  return {
    ...rest,
    ...(checkout && checkout.sessionId !== sessionId && { checkout }),
    ...(others.length > 0 && { packCheckouts: others }),
  };
};

const grantOf = (
  accountId: string,
  pack: PackName,
  { sessionId, invoiceId }: ProviderCheckout,
  invoice: ProviderInvoice | undefined,
  now: Instant,
) => {
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
    ...grantPack(accountId, pack, payment, now),
    enqueueMail(accountId, { kind: 'receipt', cause: sessionId, facts }, now),
  ];
};

/** What stands of who bought, read at once; undefined where it is an account of another deployment. */
const buyerOf = async (
  accountId: string,
  invoice: ProviderInvoice | undefined,
  store: PaymentStore,
): Promise<{ row: PaymentAccount | undefined; mirrored: (Invoice | undefined)[] } | undefined> => {
  const refs = invoice ? invoiceRefs(accountId, [invoice]) : [];
  const [account, row, ...mirrored] = await store.load(
    [
      { record: 'account', id: { accountId } },
      { record: 'paymentAccount', id: { accountId } },
      ...refs,
    ] as const,
    { consistent: true },
  );
  return account && { row, mirrored };
};

const attempts = 8;

/**
 * Gives what a checkout has paid for, once, by its session: a pack here, a plan by its subscription. A session that is
 * over is forgotten.
 * @returns undefined when it is none of ours, or not over.
 */
export const applyCheckout = async (
  sessionId: string,
  ports: PaymentPorts,
  now: Date,
): Promise<SyncedAccount | undefined> => {
  const { store, paymentProvider: till } = ports;
  const session = await till.checkout(sessionId);
  const accountId = session?.accountId;
  if (!session || accountId === undefined || session.status === 'open') return undefined;
  const { subscriptionId, invoiceId, metadata } = session;
  const bySubscription =
    subscriptionId === undefined ? undefined : await applySubscription(subscriptionId, ports, now);
  const invoice = invoiceId === undefined ? undefined : await till.invoice(invoiceId);
  const buyer = bySubscription ? undefined : await buyerOf(accountId, invoice, store);
  if (!bySubscription && !buyer) return undefined;
  // First: once the session is forgotten nobody would come back for it.
  if (invoice && buyer) await recordInvoices(accountId, [invoice], store, buyer.mirrored);
  const { pack } = metadata;
  const isSold = session.status === 'complete' && session.paid && isPack(pack);
  const grant = isSold ? grantOf(accountId, pack, session, invoice, now.toISOString()) : [];
  let row = bySubscription ? bySubscription.paymentAccount : buyer?.row;
  for (let attempt = 0, isGranted = false; attempt < attempts; attempt++) {
    const known: PaymentAccount | undefined = row ?? (await loadPaymentAccount(accountId, store));
    const after = without(known, sessionId);
    row = undefined;
    const forget = known && after ? paymentAccountChange(accountId, known, after) : [];
    const changes = [...(isGranted ? [] : grant), ...forget];
    const refusal = changes.length > 0 ? await store.commit(changes) : undefined;
    const error = refusal && failedConditionError(refusal);
    if (!error) row = after && paymentAccountAfterCommit(known, after);
    if (!error) break;
    if (error instanceof PackGrantConflict) isGranted = true;
    else if (!(error instanceof PaymentAccountConflict)) throw error;
    if (attempt === attempts - 1) throw new Transient('the account keeps changing at the till');
  }
  return { accountId, ...(row && { paymentAccount: row }) };
};
