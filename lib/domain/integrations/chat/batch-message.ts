import { addMs, hourMs } from '@scangate/domain/instant';
import type { StoredEvent } from '@scangate/domain/events/event-records';
import type { Instant } from '@scangate/domain/records';
import { counted, oneLine } from '@scangate/domain/reports/safe-text';
import type { ChatMessage } from './chat-message.ts';
import { serviceLink, summarizeEvent } from './summarize-event.ts';

type Summarized = Pick<StoredEvent, 'type' | 'data'>;

const mostTitles = 30;
const longestTitle = 200;

const clock = (at: Instant): string => at.slice(11, 16);

/** One message for the events before a full hour: the title of each, equal ones once. */
export const digestMessage = (
  events: readonly Summarized[],
  { before, publicUrl }: { before: Instant; publicUrl: string | undefined },
): ChatMessage => {
  const titles = Map.groupBy(events, (event) => oneLine(summarizeEvent(event).title, longestTitle));
  const lines = [...titles].map(([title, same]) => (same.length > 1 ? `${same.length} × ${title}` : title));
  const shown = lines.slice(0, mostTitles);
  const more = lines.length - shown.length;
  return {
    title: `${counted(events.length, 'event')} before ${clock(before)} UTC`,
    lines: [...shown, ...(more > 0 ? [`… and ${more} more`] : [])],
    ...serviceLink(publicUrl),
  };
};

/** One line for the events that exceeded the limit of an hour. */
export const backlogMessage = (
  events: readonly Summarized[],
  { before, publicUrl }: { before: Instant; publicUrl: string | undefined },
): ChatMessage => {
  const types = [...Map.groupBy(events, ({ type }) => type)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([type, same]) => `${same.length} ${type}`);
  const hour = clock(addMs(before, -hourMs));
  return {
    title: `${counted(events.length, 'event')} more between ${hour} and ${clock(before)} UTC: ${types.join(', ')}`,
    lines: [],
    ...serviceLink(publicUrl),
  };
};
