import { moreSevere } from '@scangate/engines/model/severity';
import { dayOf } from '@scangate/domain/instant';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import { updateFields } from '@scangate/domain/record-difference';
import type { Instant } from '@scangate/domain/records';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import type { TicketGroup } from './ticket-group.ts';
import { trackerPlaceOf } from './tracker-place.ts';

/** Thrown when another run changed the ticket, or the number of new ones, after it was loaded. */
export class TicketConflict extends Conflict {
  constructor() {
    super('the ticket changed since it was read');
  }
}

const onConflict = (): Error => new TicketConflict();

/** The limit of tickets of an integration per day, and their number so far. */
export interface DailyTickets {
  day: string;
  made: number;
  limit: number;
}

/** The number of tickets that an integration created today (UTC), and its limit. */
export const dailyTickets = (
  { ticketDay, ticketsOfDay = 0 }: Subscriber,
  { limit, now }: { limit: number; now: Instant },
): DailyTickets => {
  const day = dayOf(now);
  return { day, made: ticketDay === day ? ticketsOfDay : 0, limit };
};

/** Counts a new ticket; a transaction over the limit is refused. */
const countTicket = (
  { organizationId, subscriberId, ticketDay }: Subscriber,
  { day, limit }: DailyTickets,
): Change<'subscriber'> => {
  const id = { organizationId, subscriberId };
  const base = { change: 'update', record: 'subscriber', id, onConflict } as const;
  if (ticketDay === day)
    return {
      ...base,
      add: { ticketsOfDay: 1 },
      when: [
        { field: 'ticketDay', is: 'equal', value: day },
        { field: 'ticketsOfDay', is: 'atMost', value: limit - 1 },
      ],
    };
  return {
    ...base,
    set: { ticketDay: day, ticketsOfDay: 1 },
    when: [
      ticketDay === undefined
        ? { field: 'ticketDay', is: 'absent' }
        : { field: 'ticketDay', is: 'equal', value: ticketDay },
    ],
  };
};

/** Writes the ticket in place of the one that was read. */
export const writeTicket = (before: Ticket | undefined, after: Ticket): Change<'ticket'> => {
  if (!before) return { change: 'insert', record: 'ticket', item: after, onConflict };
  const { organizationId, subscriberId, group, version } = before;
  return {
    change: 'update',
    record: 'ticket',
    id: { organizationId, subscriberId, group },
    ...updateFields(before, after),
    when: [{ field: 'version', is: 'equal', value: version }],
    onConflict,
  };
};

interface Claiming {
  subscriber: Subscriber;
  group: TicketGroup;
  /** The ticket of the group, whose issue is gone. */
  before: Ticket | undefined;
  /** The row that is replaced, when its issue is at another place. */
  former?: Ticket | undefined;
  title: string;
  author: string | undefined;
  daily: DailyTickets;
  now: Instant;
}

/**
 * Claims a new issue before it is created: a run that finds the claim looks the issue up, instead of creating a
 * second one.
 */
export const claimTicket = ({ subscriber, group, before, former, title, author, daily, now }: Claiming) => {
  const replaced = before ?? former;
  const formerUrl = replaced?.url ?? replaced?.formerUrl;
  const { organizationId, subscriberId } = subscriber;
  const ticket: Ticket = {
    organizationId,
    subscriberId,
    group: group.group,
    repositoryId: group.repositoryId,
    projectUnitId: group.projectUnitId,
    state: 'claimed',
    title,
    place: trackerPlaceOf(subscriber.settings),
    ...(author !== undefined && { author }),
    ...(formerUrl !== undefined && { formerUrl }),
    severity: before ? moreSevere(before.severity, group.severity) : group.severity,
    knownExploited: group.knownExploited || before?.knownExploited === true,
    claimedAt: now,
    attemptedAt: now,
    changedAt: now,
    version: (replaced?.version ?? 0) + 1,
  };
  const changes: Change<'ticket' | 'subscriber'>[] = [
    writeTicket(replaced, ticket),
    countTicket(subscriber, daily),
  ];
  return { ticket, changes };
};

/** The ticket with changed fields; undefined ones are removed. */
export const changedTicket = (
  before: Ticket,
  fields: { [K in keyof Ticket]?: Ticket[K] | undefined },
  now: Instant,
): Ticket => {
  const kept = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(kept) as unknown as Ticket), changedAt: now, version: before.version + 1 };
};

/** The fields of a ticket whose issue shows the group. */
export const shownFields = (ticket: Ticket, group: TicketGroup | undefined): Partial<Ticket> =>
  group
    ? {
        severity: moreSevere(ticket.severity, group.severity),
        knownExploited: ticket.knownExploited || group.knownExploited,
      }
    : {};

/** The rows of a group that name no ticket, or the one that this ticket replaced; a link that a person set is kept. */
export const rowsToLink = (
  group: TicketGroup | undefined,
  { formerUrl }: Pick<Ticket, 'formerUrl'>,
): TrackedFinding[] =>
  group
    ? [...group.open, ...group.settled].filter(
        ({ ticket, state }) => (ticket === undefined || ticket === formerUrl) && state !== 'fixed',
      )
    : [];

/** Sets the URL of the ticket in a row, whose ETag changes. */
export const linkRow = (row: TrackedFinding, url: string): Change<'trackedFinding'> => {
  const { organizationId, projectUnitId, fingerprint, triageVersion } = row;
  return {
    change: 'update',
    record: 'trackedFinding',
    id: { organizationId, projectUnitId, fingerprint },
    set: { ticket: url, triageVersion: triageVersion + 1 },
    when: [
      { field: 'triageVersion', is: 'equal', value: triageVersion },
      { field: 'expiresAt', is: 'absent' },
    ],
    onConflict,
  };
};
