import type { Change } from './change.ts';
import { derivedId } from './digest.ts';
import type { AuditEvent, Instant } from './records.ts';
import type { Caller } from './roles.ts';

export const actorOf = ({ personId, role, tokenId }: Caller): AuditEvent['actor'] => ({
  kind: 'person',
  personId,
  role,
  tokenId,
});

/**
 * The row that tells of a change; part of the transaction that makes it. Never holds a secret.
 * @param cause names what happened, once: with it the event has the same id however often it is told.
 */
export const auditEvent = ({
  cause,
  ...event
}: Omit<AuditEvent, 'eventId'> & { cause: string; at: Instant }): Change<'auditEvent'> => ({
  change: 'insert',
  record: 'auditEvent',
  item: { ...event, eventId: derivedId('audit', event.organizationId, event.action, cause) },
});
