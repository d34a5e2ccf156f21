import { posted } from '../../../lib/domain/billing/letters.ts';
import { AlreadyGranted, grantPack, packs, type PackName } from '../../../lib/domain/billing/packs.ts';
import { tillChange, TillMoved, tillWritten } from '../../../lib/domain/billing/till-account.ts';
import type { TillCheckout, TillInvoice } from '../../../lib/domain/billing/till.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import type { Instant, Invoice, TillAccount } from '../../../lib/domain/records.ts';
import { refusalError } from '../../../lib/ports/store.ts';
import { knownTill } from './known-till.ts';
import { mirrorInvoices, mirrorRefs } from './mirror-invoices.ts';
import { settleWithTill, type Settled, type TillPorts, type TillStore } from './settle-subscription.ts';

const isPack = (name: string | undefined): name is PackName =>
  name !== undefined && Object.hasOwn(packs, name);

/** The row of the account without this session, which is over. */
const without = (known: TillAccount | undefined, sessionId: string): TillAccount | undefined => {
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
  { sessionId, invoiceId }: TillCheckout,
  invoice: TillInvoice | undefined,
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
    posted(accountId, { kind: 'receipt', cause: sessionId, facts }, now),
  ];
};

/** What stands of who bought, read at once; undefined where it is an account of another deployment. */
const buyerOf = async (
  accountId: string,
  invoice: TillInvoice | undefined,
  store: TillStore,
): Promise<{ row: TillAccount | undefined; mirrored: (Invoice | undefined)[] } | undefined> => {
  const refs = invoice ? mirrorRefs(accountId, [invoice]) : [];
  const [account, row, ...mirrored] = await store.load(
    [{ record: 'account', id: { accountId } }, { record: 'till', id: { accountId } }, ...refs] as const,
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
export const settleCheckout = async (
  sessionId: string,
  ports: TillPorts,
  now: Date,
): Promise<Settled | undefined> => {
  const { store, till } = ports;
  const session = await till.checkout(sessionId);
  const accountId = session?.accountId;
  if (!session || accountId === undefined || session.status === 'open') return undefined;
  const { subscriptionId, invoiceId, metadata } = session;
  const bySubscription =
    subscriptionId === undefined ? undefined : await settleWithTill(subscriptionId, ports, now);
  const invoice = invoiceId === undefined ? undefined : await till.invoice(invoiceId);
  const buyer = bySubscription ? undefined : await buyerOf(accountId, invoice, store);
  if (!bySubscription && !buyer) return undefined;
  // First: once the session is forgotten nobody would come back for it.
  if (invoice && buyer) await mirrorInvoices(accountId, [invoice], store, buyer.mirrored);
  const { pack } = metadata;
  const isSold = session.status === 'complete' && session.paid && isPack(pack);
  const grant = isSold ? grantOf(accountId, pack, session, invoice, now.toISOString()) : [];
  let row = bySubscription ? bySubscription.till : buyer?.row;
  for (let attempt = 0, isGranted = false; attempt < attempts; attempt++) {
    const known: TillAccount | undefined = row ?? (await knownTill(accountId, store));
    const after = without(known, sessionId);
    row = undefined;
    const forget = known && after ? tillChange(accountId, known, after) : [];
    const changes = [...(isGranted ? [] : grant), ...forget];
    const refusal = changes.length > 0 ? await store.commit(changes) : undefined;
    const error = refusal && refusalError(refusal);
    if (!error) row = after && tillWritten(known, after);
    if (!error) break;
    if (error instanceof AlreadyGranted) isGranted = true;
    else if (!(error instanceof TillMoved)) throw error;
    if (attempt === attempts - 1) throw new Transient('the account keeps changing at the till');
  }
  return { accountId, ...(row && { till: row }) };
};
