import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { dayOf, addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { AuditorPack, Instant } from '../records.ts';
import { packLimits } from './auditor-pack-limits.ts';

/** The request for a pack. The period begins at `from` and ends before `to`. */
export type RequestedPack = Pick<AuditorPack, 'from' | 'to' | 'repositoryIds' | 'include'>;

/** Thrown when another pack was requested at the same time. */
class PackConflict extends Conflict {}

const invalidPeriod = (detail: string): Problem => new Problem('pack_period_invalid', { detail });

/** @throws Problem pack_period_invalid for a period that is empty, has not begun, or is longer than a year. */
export const requirePeriod = ({ from, to }: Pick<RequestedPack, 'from' | 'to'>, now: Instant): void => {
  if (from >= to) throw invalidPeriod('from has to be before to.');
  if (from > now) throw invalidPeriod('The period has not started.');
  if (to > addMs(from, packLimits.days * dayMs))
    throw invalidPeriod(`A pack covers at most ${packLimits.days} days.`);
};

/** @throws Problem pack_period_invalid */
export const requirePackScans = (scans: number): void => {
  if (scans > packLimits.scans)
    throw invalidPeriod(`The period has more than ${packLimits.scans} scans. Choose a shorter one.`);
};

/** The pack ids of a day are numbered, so that there cannot be more than the limit. */
const idPrefixOf = (day: Instant): string => `${dayOf(day).replaceAll('-', '')}-`;

/**
 * Begins a pack.
 * @param latest the latest packs of the organization, newest first.
 * @throws Problem limit_reached for the sixth pack of a day (UTC).
 */
export const requestPack = (
  caller: Actor,
  {
    organizationId,
    requested,
    latest,
  }: { organizationId: string; requested: RequestedPack; latest: readonly AuditorPack[] },
  now: Date,
): { pack: AuditorPack; changes: Change<'auditorPack' | 'auditEvent'>[] } => {
  const requestedAt = now.toISOString();
  const prefix = idPrefixOf(requestedAt);
  const today = latest.filter(({ packId }) => packId.startsWith(prefix));
  if (today.length >= packLimits.packsPerDay)
    throw new Problem('limit_reached', {
      detail: `An organization can request at most ${packLimits.packsPerDay} auditor packs a day.`,
      limit: packLimits.packsPerDay,
    });
  const pack: AuditorPack = {
    organizationId,
    packId: `${prefix}${today.length + 1}`,
    ...requested,
    state: 'running',
    requestedAt,
    requestedBy: caller.personId,
    expiresAt: addMs(now, packLimits.keptDays * dayMs),
    version: 1,
  };
  const onConflict = (): Error => new PackConflict('another pack was requested meanwhile');
  return {
    pack,
    changes: [
      { change: 'insert', record: 'auditorPack', item: pack, onConflict },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: requestedAt,
        action: 'auditor_pack.requested',
        cause: pack.packId,
        target: pack.packId,
        after: { ...requested },
      }),
    ],
  };
};
