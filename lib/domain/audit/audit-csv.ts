import { csvLine, escapeCell } from '../reports/csv/csv-cells.ts';
import type { AuditEvent } from '../records.ts';

/** The columns of an export. Their order is part of the contract. */
export const auditColumns = [
  'eventId',
  'at',
  'action',
  'actor',
  'personId',
  'role',
  'tokenId',
  'linkId',
  'target',
  'before',
  'after',
] as const;

/** The first line of the audit log as CSV. */
export const auditHeader = (): string => csvLine(auditColumns);

/** An event as a line of RFC 4180: an absent field is an empty cell, and the changed fields are JSON. */
export const auditLine = ({ eventId, at, action, actor, target, before, after }: AuditEvent): string => {
  const { kind, ...who } = actor;
  const cells: Record<string, string | undefined> = {
    eventId,
    at,
    action,
    actor: kind,
    ...who,
    target,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  };
  return csvLine(auditColumns.map((column) => escapeCell(cells[column] ?? '')));
};
