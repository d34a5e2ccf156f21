import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { OrganizationExport } from '../records.ts';

/** A completed export is kept for this long. */
export const exportKeptDays = 7;

const tooSoon = (_found?: unknown, waitMs: number = dayMs): Problem =>
  new Problem('rate_limited', {
    detail: 'An organization can be exported once a day.',
    limit: 'export',
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });

/** An export that is not complete after a day has failed: its workflow has ended by then. */
export const exportState = (
  { state, requestedAt }: Pick<OrganizationExport, 'state' | 'requestedAt'>,
  now: Date,
): 'running' | 'completed' | 'failed' =>
  state === 'running' && requestedAt < addMs(now, -dayMs) ? 'failed' : state;

/** @throws Problem rate_limited within a day of the last export. */
const requireDayApart = (last: OrganizationExport | undefined, now: Date): void => {
  if (!last) return;
  const waitMs = Date.parse(last.requestedAt) + dayMs - now.getTime();
  if (waitMs > 0) throw tooSoon(undefined, waitMs);
};

/**
 * Begins an export.
 * @param last the latest one of the organization.
 * @throws Problem rate_limited.
 */
export const requestExport = (
  caller: Actor,
  {
    organizationId,
    last,
    now,
  }: {
    organizationId: string;
    last: OrganizationExport | undefined;
    now: Date;
  },
): { item: OrganizationExport; changes: Change<'organizationExport' | 'auditEvent'>[] } => {
  requireDayApart(last, now);
  const requestedAt = now.toISOString();
  const exportId = String(Number(last?.exportId ?? 0) + 1).padStart(6, '0');
  const item: OrganizationExport = {
    organizationId,
    exportId,
    requestedAt,
    requestedBy: caller.personId,
    state: 'running',
    parts: [],
    expiresAt: addMs(now, exportKeptDays * dayMs),
  };
  return {
    item,
    changes: [
      { change: 'insert', record: 'organizationExport', item, onConflict: tooSoon },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: requestedAt,
        action: 'organization.exported',
        cause: exportId,
        target: exportId,
      }),
    ],
  };
};
