import type { Change } from '../record-changes.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, minuteMs } from '../instant.ts';
import type { Waiver } from '../records.ts';
import { WaiverConflict } from './waiver-slots.ts';

/** Judgments that began while a waiver was in force are stored at most this long after it ended. */
const judgedWithinMs = 10 * minuteMs;

/** Returns whether a waiver can cover an advisory, unlike one for a rule or a license. */
const coversAdvisories = ({ match }: Pick<Waiver, 'match'>): boolean =>
  !('rule' in match) && !('license' in match);

/** Queues a waiver in force for its end, after which the releases that it covered are judged again. */
export const queueEnd = (waiver: Waiver): Pick<Waiver, 'dueQueue' | 'dueAt'> => {
  if (waiver.approvedAt === undefined || !coversAdvisories(waiver)) return {};
  const { waiverId, endedAt, expiresAt } = waiver;
  return {
    dueQueue: queueShard('waiver', waiverId),
    dueAt: addMs(endedAt ?? expiresAt, judgedWithinMs),
  };
};

/** Removes an ended waiver from the queue, unless it was queued again. */
export const dequeueEnd = ({
  organizationId,
  waiverId,
  dueAt = '',
}: Pick<Waiver, 'organizationId' | 'waiverId' | 'dueAt'>): Change<'waiver'> => ({
  change: 'update',
  record: 'waiver',
  id: { organizationId, waiverId },
  unset: ['dueQueue', 'dueAt'],
  when: [{ field: 'dueAt', is: 'equal', value: dueAt }],
  onConflict: () => new WaiverConflict(),
});
