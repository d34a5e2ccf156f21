import {
  PackGrantConflict,
  packNames,
  creditPacks,
  type PackName,
} from '@scangate/domain/credits/credit-packs';
import {
  newRecharge,
  endAttempt,
  RechargeConflict,
  recordRechargePaid,
} from '@scangate/domain/credits/auto-recharge-attempt';
import { priceOfPack } from '@scangate/domain/plans/prices';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import { Transient } from '@scangate/domain/problem';
import { failedConditionError, type Store } from '#ports/store.ts';
import { recordInvoices } from './record-invoices.ts';

type Records = 'recharge' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail' | 'invoice';
export type RechargeStore = Pick<Store<Records>, 'load' | 'commit'>;

const packOn = ({ lines }: ProviderInvoice): PackName | undefined =>
  packNames.find((pack) => lines.some(({ price }) => price === priceOfPack(pack)));

const attempts = 8;

/**
 * Gives what a charge by itself has paid for, once, by its attempt: whether the workflow hears of it first, or the
 * till's message. An invoice that is not paid gives nothing here; the workflow ends its attempt.
 */
export const grantRecharge = async (
  invoice: ProviderInvoice,
  store: RechargeStore,
  now: Date,
): Promise<void> => {
  const { accountId, metadata, status } = invoice;
  const attemptId = metadata['attempt'];
  const pack = packOn(invoice);
  if (accountId === undefined) return;
  if (status === 'paid' && attemptId !== undefined && pack !== undefined)
    await grantOnce(accountId, { attemptId, pack }, invoice, store, now.toISOString());
  await recordInvoices(accountId, [invoice], store);
};

const grantOnce = async (
  accountId: string,
  attempt: { attemptId: string; pack: PackName },
  invoice: ProviderInvoice,
  store: RechargeStore,
  now: string,
): Promise<void> => {
  const { pool } = creditPacks[attempt.pack];
  let isGranted = false;
  for (let tries = 0; tries < attempts; tries++) {
    const [known = newRecharge(accountId, pool, now)] = await store.load(
      [{ record: 'recharge', id: { accountId, pool } }],
      { consistent: true },
    );
    const changes = isGranted
      ? endAttempt(known, attempt.attemptId)
      : recordRechargePaid(known, attempt, invoice, now);
    const refusal = changes.length > 0 ? await store.commit(changes) : undefined;
    const error = refusal && failedConditionError(refusal);
    if (!error) return;
    if (error instanceof PackGrantConflict) isGranted = true;
    else if (!(error instanceof RechargeConflict)) throw error;
  }
  throw new Transient('the recharge keeps changing');
};
