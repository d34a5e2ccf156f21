import { auditEvent, type AuditAction } from '@scangate/domain/audit/audit-event';
import type { Reversal } from '@scangate/domain/payments/provider-objects';
import { Transient } from '@scangate/domain/problem';
import { failedConditionError } from '#ports/store.ts';
import { belongsToThisDeployment } from './payment-account.ts';
import type { SyncedAccount, PaymentPorts } from './apply-subscription.ts';

/** Somebody else told of it a moment ago. */
class AlreadyTold extends Error {}

/** By its own id and instant, so that it is told once, however many messages there are of it. */
const told = (
  accountId: string,
  action: Extract<AuditAction, `charge.${string}`>,
  { reversalId: returnId, amount, currency, at }: Reversal,
  chargeId: string,
) =>
  auditEvent({
    organizationId: accountId,
    actor: { kind: 'system' },
    at,
    action,
    cause: returnId,
    after: { chargeId, amount, currency },
    onConflict: () => new AlreadyTold(),
  });

const attempts = 4;

/**
 * Tells in the audit log of what was given back of a charge, or is contested. Credits are not taken back by it: that is
 * a person's decision (billing.md, "Choices where the source is silent").
 * @returns undefined when it is none of ours.
 */
export const recordRefunds = async (
  chargeId: string,
  { store, paymentProvider: till }: PaymentPorts,
): Promise<SyncedAccount | undefined> => {
  const charge = await till.charge(chargeId);
  if (charge?.customerId === undefined || charge.refunds.length + charge.disputes.length === 0)
    return undefined;
  const { accountId } = (await till.customer(charge.customerId)) ?? {};
  if (accountId === undefined || !(await belongsToThisDeployment(accountId, store))) return undefined;
  const events = [
    ...charge.refunds.map((refund) => told(accountId, 'charge.refunded', refund, chargeId)),
    ...charge.disputes.map((dispute) => told(accountId, 'charge.disputed', dispute, chargeId)),
  ];
  for (let tries = 0; tries < attempts; tries++) {
    const known = await store.load(
      events.map(({ item }) => ({ record: 'auditEvent' as const, id: item })),
      { consistent: true },
    );
    const news = events.filter((_, index) => known[index] === undefined);
    const refusal = news.length > 0 ? await store.commit(news) : undefined;
    const error = refusal && failedConditionError(refusal);
    if (!error) return { accountId };
    if (!(error instanceof AlreadyTold)) throw error;
  }
  throw new Transient('what was given back is being told by others');
};
