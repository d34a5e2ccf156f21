import { addMs, minuteMs } from '@scangate/domain/instant';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import type { Log } from '#ports/log.ts';
import { eventPosition, type Store } from '#ports/store.ts';
import { skipDamaged } from '../delivery/skip-damaged.ts';

/**
 * An event may be committed this long after its instant, which is the beginning of its function; no function runs
 * longer. Events older than this are complete in the feed.
 */
const settlingMs = 15 * minuteMs;

interface EventQuery {
  organizationId: string;
  /** A position from a previous page, or an instant. */
  after: string | undefined;
  limit: number;
}

/**
 * A position, with the one to which reading returns after the last page if it has passed the part of the feed that
 * is complete.
 */
interface Position {
  at: string | undefined;
  returnTo: string | undefined;
}

/** Positions have no space. */
const readPosition = (after: string | undefined): Position => {
  const [at, returnTo] = after?.split(' ') ?? [];
  return { at, returnTo };
};

/**
 * Reads the feed of events, the oldest first. Pages continue to the newest event; after the last page, reading
 * returns to the point up to which the feed was complete when it was passed, so that no event that is committed late
 * is missed. The newest events may come again, with the same ids. A damaged row does not hide others.
 */
export const listEvents = async (
  { store, log }: { store: Pick<Store<'storedEvent'>, 'list'>; log: Log },
  { organizationId, after, limit }: EventQuery,
  now: Date,
): Promise<{ events: StoredEvent[]; position: string; hasMore: boolean }> => {
  const asked = readPosition(after);
  const page = await store.list(
    'storedEvents',
    { organizationId },
    {
      limit,
      newestFirst: false,
      ...(asked.at !== undefined && { cursor: asked.at }),
      ...skipDamaged(log),
    },
  );
  const last = page.items.at(-1);
  const at = now.toISOString();
  const events = page.items.filter(
    ({ onlyFor, unlisted, expiresAt }) => onlyFor === undefined && !unlisted && expiresAt > at,
  );
  const settled = addMs(now, -settlingMs);
  const reached = page.cursor ?? (last === undefined ? asked.at : eventPosition(last));
  const isSettled = asked.returnTo === undefined && reached !== undefined && reached <= settled;
  // Reading never returns to before the requested start.
  const earliest = asked.at !== undefined && asked.at > settled ? asked.at : settled;
  const returnTo = isSettled ? reached : (asked.returnTo ?? earliest);
  if (page.cursor === undefined) return { events, position: returnTo, hasMore: false };
  return { events, position: isSettled ? page.cursor : `${page.cursor} ${returnTo}`, hasMore: true };
};
