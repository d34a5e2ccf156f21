import type { AuditEvent } from '../records.ts';
import type { AuditAction } from './audit-event.ts';

/** The events that a list is limited to; an absent field admits all. */
export interface AuditFilter {
  action?: AuditAction | undefined;
  /** The person who acted. */
  personId?: string | undefined;
  /** The id of the changed object. */
  target?: string | undefined;
}

/** Returns whether a filter excludes any event. */
export const isAuditFilter = ({ action, personId, target }: AuditFilter): boolean =>
  action !== undefined || personId !== undefined || target !== undefined;

/** Whether an event passes a filter. */
export const matchesAuditFilter = (
  { action, actor, target }: Pick<AuditEvent, 'action' | 'actor' | 'target'>,
  filter: AuditFilter,
): boolean =>
  (filter.action === undefined || action === filter.action) &&
  (filter.personId === undefined ||
    (actor.kind === 'person' && actor.personId === filter.personId.toLowerCase())) &&
  (filter.target === undefined || target === filter.target);
