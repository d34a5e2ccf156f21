import { auditEvent, type AuditAction } from '../../../lib/domain/audit.ts';
import type { TillReturn } from '../../../lib/domain/billing/till.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import { refusalError } from '../../../lib/ports/store.ts';
import { isOurs } from './known-till.ts';
import type { Settled, TillPorts } from './settle-subscription.ts';

/** Somebody else told of it a moment ago. */
class AlreadyTold extends Error {}

/** By its own id and instant, so that it is told once, however many messages there are of it. */
const told = (
  accountId: string,
  action: Extract<AuditAction, `charge.${string}`>,
  { returnId, amount, currency, at }: TillReturn,
  chargeId: string,
) =>
  auditEvent({
    organizationId: accountId,
    actor: { kind: 'system' },
    at,
    action,
    cause: returnId,
    after: { chargeId, amount, currency },
    refused: () => new AlreadyTold(),
  });

const attempts = 4;

/**
 * Tells in the audit log of what was given back of a charge, or is contested. Credits are not taken back by it: that is
 * a person's decision (billing.md, "Choices where the source is silent").
 * @returns undefined when it is none of ours.
 */
export const mirrorReturns = async (
  chargeId: string,
  { store, till }: TillPorts,
): Promise<Settled | undefined> => {
  const charge = await till.charge(chargeId);
  if (charge?.customerId === undefined || charge.refunds.length + charge.disputes.length === 0)
    return undefined;
  const { accountId } = (await till.customer(charge.customerId)) ?? {};
  if (accountId === undefined || !(await isOurs(accountId, store))) return undefined;
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
    const error = refusal && refusalError(refusal);
    if (!error) return { accountId };
    if (!(error instanceof AlreadyTold)) throw error;
  }
  throw new Transient('what was given back is being told by others');
};
