import type { ItemOf } from '@scangate/client';
import { auditMessages } from '@scangate/console/messages/organization/audit.ts';
import type { People } from '@scangate/console/session/use-people.ts';

/** Names who did something: a person, or what is not a person. Nobody is called former before every name is known. */
export const actorName = (
  actor: ItemOf<'list-audit-events'>['actor'],
  { nameOf, isComplete }: People,
): string => {
  if (actor.kind === 'person')
    return nameOf(actor.personId) ?? (isComplete ? auditMessages.formerMember : '');
  if (actor.kind === 'operator') return auditMessages.operator;
  return actor.kind === 'link' ? auditMessages.link : auditMessages.system;
};
