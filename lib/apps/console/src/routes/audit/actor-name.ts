import type { ItemOf } from '@scangate/client';
import { auditMessages } from '@scangate/console/messages/organization/audit.ts';

/** The people of the organization by their id. */
export type People = ReadonlyMap<string, string>;

/** Names who did something: a person, or what is not a person. */
export const actorName = (actor: ItemOf<'list-audit-events'>['actor'], people: People): string => {
  if (actor.kind === 'person') return people.get(actor.personId) ?? auditMessages.formerMember;
  if (actor.kind === 'operator') return auditMessages.operator;
  return actor.kind === 'link' ? auditMessages.link : auditMessages.system;
};
