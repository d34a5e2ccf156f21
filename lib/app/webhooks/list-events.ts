import { addMs, minuteMs } from '@scangate/domain/instant';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import { eventPosition, type Store } from '#ports/store.ts';

/**
 * An event may be committed this long after its instant, which is the beginning of its function; none runs longer. Whoever
 * polls reads so far back.
 */
const settlingMs = 15 * minuteMs;

interface EventQuery {
  organizationId: string;
  /** A position that a page before named, or an instant. */
  after: string | undefined;
  limit: number;
}

/**
 * Reads the feed of events, the oldest first. The position after the last page stays behind, so that an event which is
 * committed late is not missed: the newest events may come again, with the same ids.
 */
export const listEvents = async (
  store: Pick<Store<'storedEvent'>, 'list'>,
  { organizationId, after, limit }: EventQuery,
  now: Date,
): Promise<{ events: StoredEvent[]; position: string; hasMore: boolean }> => {
  const page = await store.list(
    'storedEvents',
    { organizationId },
    { limit, newestFirst: false, consistent: true, ...(after !== undefined && { cursor: after }) },
  );
  const last = page.items.at(-1);
  const at = now.toISOString();
  const events = page.items.filter(({ onlyFor, expiresAt }) => onlyFor === undefined && expiresAt > at);
  if (page.cursor !== undefined) return { events, position: page.cursor, hasMore: true };
  const settled = addMs(now, -settlingMs);
  const reached = last === undefined ? after : eventPosition(last);
  // Nobody is led back behind what was asked for.
  const isLate = reached === undefined || reached > settled;
  const earliest = after !== undefined && after > settled ? after : settled;
  return { events, position: isLate ? earliest : reached, hasMore: false };
};
