import { auditEvent, type AuditAction } from '@scangate/domain/audit/audit-event';
import { Conflict } from '@scangate/domain/conflict';
import type { Reversal } from '@scangate/domain/payments/provider-objects';
import { commitOrThrow } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { belongsToThisDeployment } from './payment-account.ts';
import type { PaymentPorts, SyncedAccount } from './payment-ports.ts';

/** Thrown when the refund or dispute was recorded since the audit log was read. */
class RefundRecordedConflict extends Conflict {
  constructor() {
    super('the audit log already has this refund');
  }
}

/** The event has the reversal's id and instant, so that it is recorded once, however often it is reported. */
const reversalEvent = (
  action: Extract<AuditAction, `charge.${string}`>,
  { reversalId, amount, currency, at }: Reversal,
  { accountId, chargeId }: { accountId: string; chargeId: string },
) =>
  auditEvent({
    organizationId: accountId,
    actor: { kind: 'system' },
    at,
    action,
    cause: reversalId,
    after: { chargeId, amount, currency },
    onConflict: () => new RefundRecordedConflict(),
  });

/**
 * Records the refunds and disputes of a charge in the audit log. Credits are kept: taking them back is a person's
 * decision (docs/adr/0010-payments.md).
 * @returns undefined when the charge is from another deployment, or has no refunds and disputes.
 */
export const recordPaymentRefunds = async (
  chargeId: string,
  { store, paymentProvider }: PaymentPorts,
): Promise<SyncedAccount | undefined> => {
  const charge = await paymentProvider.charge(chargeId);
  if (charge?.customerId === undefined || charge.refunds.length + charge.disputes.length === 0)
    return undefined;
  const { accountId } = (await paymentProvider.customer(charge.customerId)) ?? {};
  if (accountId === undefined || !(await belongsToThisDeployment(accountId, store))) return undefined;
  const ids = { accountId, chargeId };
  const events = [
    ...charge.refunds.map((refund) => reversalEvent('charge.refunded', refund, ids)),
    ...charge.disputes.map((dispute) => reversalEvent('charge.disputed', dispute, ids)),
  ];
  return retryOnConflict(limits.recordPaymentRefunds, async () => {
    const refs = events.map(({ item }) => ({ record: 'auditEvent' as const, id: item }));
    const stored = await store.load(refs, { consistent: true });
    const unrecorded = events.filter((_, index) => stored[index] === undefined);
    if (unrecorded.length > 0) await commitOrThrow(store, unrecorded);
    return { accountId };
  });
};
