import type { WaiverMatch } from '@scangate/engines/model/gate/waiver';
import { enqueueMail } from '../mail/notifications.ts';
import type { Change } from '../record-changes.ts';
import { digestOf } from '@scangate/engines/model/digest';
import { compareText } from '@scangate/engines/model/compare-text';
import type { Instant, WaiverSlot } from '../records.ts';
import { WaiverConflict } from './waiver-slots.ts';
import { isExpiring } from './waiver-view.ts';

/** One mail announces as many waivers as one transaction can mark. */
const maxAnnounced = 99;

/** Names the subject of a waiver, for people. */
const subjectOf = (match: WaiverMatch): string =>
  Object.entries(match)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');

/**
 * Plans the mail about waivers that expire within a week and were not announced yet, and marks them in the same
 * transaction; nothing if there are none. Waivers beyond the limit of a transaction are left to the next call.
 */
export const announceExpiry = (
  slots: readonly WaiverSlot[],
  organizationId: string,
  now: Instant,
): Change<'mail' | 'waiverSlot'>[] => {
  const expiring = slots
    .filter(
      ({ noticedAt, freeAt, waiver }) => noticedAt === undefined && freeAt > now && isExpiring(waiver, now),
    )
    .toSorted((a, b) => compareText(a.freeAt, b.freeAt) || a.slot - b.slot)
    .slice(0, maxAnnounced);
  const [first] = expiring;
  if (!first) return [];
  const cause = digestOf(expiring.map(({ waiverId }) => waiverId).toSorted());
  const facts = { waivers: expiring.length, first: subjectOf(first.waiver.match), firstAt: first.freeAt };
  return [
    enqueueMail(organizationId, { kind: 'waivers_expiring', cause, facts }, now),
    ...expiring.map(({ slot, waiverId }): Change<'waiverSlot'> => ({
      change: 'update',
      record: 'waiverSlot',
      id: { organizationId, slot },
      set: { noticedAt: now },
      when: [
        { field: 'waiverId', is: 'equal', value: waiverId },
        { field: 'noticedAt', is: 'absent' },
      ],
      onConflict: () => new WaiverConflict(),
    })),
  ];
};
