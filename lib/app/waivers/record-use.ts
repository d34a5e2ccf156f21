import type { Change } from '@scangate/domain/record-changes';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { WaiverSlot } from '@scangate/domain/records';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { loadSlots } from './waiver-store.ts';

/** The limit of waivers that are marked for one scan; the others are marked by a later one. */
const maxMarked = 100;

const mark = ({ organizationId, slot, waiverId }: WaiverSlot, now: Date): Change<'waiverSlot'> => ({
  change: 'update',
  record: 'waiverSlot',
  id: { organizationId, slot },
  set: { lastMatchedAt: now.toISOString() },
  when: [{ field: 'waiverId', is: 'equal', value: waiverId }],
});

/**
 * Records once a day that a scan used these waivers, so that unused ones can be listed. A failure changes no verdict: a later
 * scan records the use.
 */
export const recordWaiverUse = async (
  { organizationId, waiverIds }: { organizationId: string; waiverIds: readonly string[] },
  { store, log }: { store: Pick<Store<'waiverSlot'>, 'list' | 'commit'>; log: Log },
  now: Date,
): Promise<void> => {
  if (waiverIds.length === 0) return;
  const used = new Set(waiverIds);
  const dayAgo = addMs(now, -dayMs);
  try {
    const slots = await loadSlots(store, organizationId);
    const due = slots
      .filter(({ waiverId }) => used.has(waiverId))
      .filter(({ lastMatchedAt = '' }) => lastMatchedAt < dayAgo);
    await store.commit(due.slice(0, maxMarked).map((slot) => mark(slot, now)));
  } catch (error) {
    log.warn('the use of waivers was not recorded; a later scan will record it', {
      organizationId,
      ...errorFields(error),
    });
  }
};
