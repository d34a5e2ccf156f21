import { AlreadyGranted, packNames, packs, type PackName } from '../../../lib/domain/billing/packs.ts';
import { newRecharge, over, RechargeMoved, rechargePaid } from '../../../lib/domain/billing/recharge.ts';
import { priceOfPack } from '../../../lib/domain/billing/prices.ts';
import type { TillInvoice } from '../../../lib/domain/billing/till.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import { refusalError, type Store } from '../../../lib/ports/store.ts';
import { mirrorInvoices } from './mirror-invoices.ts';

type Records = 'recharge' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'invoice';
export type RechargeStore = Pick<Store<Records>, 'load' | 'commit'>;

const packOn = ({ lines }: TillInvoice): PackName | undefined =>
  packNames.find((pack) => lines.some(({ price }) => price === priceOfPack(pack)));

const attempts = 8;

/**
 * Gives what a charge by itself has paid for, once, by its attempt: whether the workflow hears of it first, or the
 * till's message. An invoice that is not paid gives nothing here; the workflow ends its attempt.
 */
export const settleRecharge = async (
  invoice: TillInvoice,
  store: RechargeStore,
  now: Date,
): Promise<void> => {
  const { accountId, metadata, status } = invoice;
  const attemptId = metadata['attempt'];
  const pack = packOn(invoice);
  if (accountId === undefined) return;
  if (status === 'paid' && attemptId !== undefined && pack !== undefined)
    await grantOnce(accountId, { attemptId, pack }, invoice, store, now.toISOString());
  await mirrorInvoices(accountId, [invoice], store);
};

const grantOnce = async (
  accountId: string,
  attempt: { attemptId: string; pack: PackName },
  invoice: TillInvoice,
  store: RechargeStore,
  now: string,
): Promise<void> => {
  const { pool } = packs[attempt.pack];
  let isGranted = false;
  for (let tries = 0; tries < attempts; tries++) {
    const [known = newRecharge(accountId, pool, now)] = await store.load(
      [{ record: 'recharge', id: { accountId, pool } }],
      { consistent: true },
    );
    const changes = isGranted ? over(known, attempt.attemptId) : rechargePaid(known, attempt, invoice, now);
    const refusal = changes.length > 0 ? await store.commit(changes) : undefined;
    const error = refusal && refusalError(refusal);
    if (!error) return;
    if (error instanceof AlreadyGranted) isGranted = true;
    else if (!(error instanceof RechargeMoved)) throw error;
  }
  throw new Transient('the recharge keeps changing');
};
