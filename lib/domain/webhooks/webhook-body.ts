import type { Delivery, StoredEvent } from '../events/event-records.ts';

/** An event as pollers read it. */
export const eventView = ({ eventId, type, at, organizationId, data }: StoredEvent) => ({
  id: eventId,
  type,
  timestamp: at,
  organizationId,
  data,
});

/** The body of a delivery: the same bytes at every attempt and replay. */
export const deliveredEvent = (event: StoredEvent, { sequence }: Pick<Delivery, 'sequence'>) => {
  const { id, type, timestamp, organizationId, data } = eventView(event);
  return { id, type, timestamp, sequence, organizationId, data };
};
