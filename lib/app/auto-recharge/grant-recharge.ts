import { endAttempt, recordRechargePaid } from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import { newRecharge } from '@scangate/domain/credits/auto-recharge/recharge-record';
import {
  creditPacks,
  PackGrantConflict,
  packNames,
  type PackName,
} from '@scangate/domain/credits/credit-packs';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import { priceOfPack } from '@scangate/domain/plans/price-names';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { recordInvoices } from '../payments/record-invoices.ts';

type RechargeRecord =
  | 'recharge'
  | 'pool'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'invoice'
  | 'organization'
  | 'storedEvent';
export type RechargeStore = Pick<Store<RechargeRecord>, 'load' | 'commit'>;

const packOn = ({ lines }: ProviderInvoice): PackName | undefined =>
  packNames.find((pack) => lines.some(({ price }) => price === priceOfPack(pack)));

interface PaidRecharge {
  accountId: string;
  attempt: { attemptId: string; pack: PackName };
  invoice: ProviderInvoice;
}

const grantOnce = async (
  { accountId, attempt, invoice }: PaidRecharge,
  store: RechargeStore,
  now: string,
): Promise<void> => {
  const { pool } = creditPacks[attempt.pack];
  let isGranted = false;
  await retryOnConflict(limits.grantRecharge, async () => {
    const refs = [{ record: 'recharge', id: { accountId, pool } }] as const;
    const [recharge = newRecharge(accountId, pool, now)] = await store.load(refs, { consistent: true });
    const changes = isGranted
      ? endAttempt(recharge, attempt.attemptId)
      : recordRechargePaid(recharge, { attempt, invoice }, now);
    try {
      if (changes.length > 0) await commitOrThrow(store, changes);
    } catch (error) {
      if (error instanceof PackGrantConflict) isGranted = true;
      throw error;
    }
  });
};

/**
 * Grants the credits of a paid automatic recharge, once by its attempt, whether the workflow or the provider's event
 * arrives first. An unpaid invoice grants nothing here: the workflow ends its attempt.
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
    await grantOnce({ accountId, attempt: { attemptId, pack }, invoice }, store, now.toISOString());
  await recordInvoices({ accountId, invoices: [invoice] }, store, now);
};
