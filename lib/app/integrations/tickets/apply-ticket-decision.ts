import { derivedRandomId } from '@scangate/engines/model/digest';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import {
  decideIssue,
  nextStep,
  type TicketCase,
  type TicketStep,
} from '@scangate/domain/integrations/tickets/decide-ticket';
import { contentDigest, describeGroup } from '@scangate/domain/integrations/tickets/describe-group';
import { markerOf, type TicketGroup } from '@scangate/domain/integrations/tickets/ticket-group';
import {
  changedTicket,
  claimTicket,
  dailyTickets,
  linkRow,
  rowsToLink,
  shownFields,
  TicketConflict,
  writeTicket,
} from '@scangate/domain/integrations/tickets/ticket-changes';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { Instant } from '@scangate/domain/records';
import type { IssueTracker } from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';

/** One reconciliation of an integration, and its state so far. */
export interface TicketRun {
  store: Pick<Store<'ticket' | 'subscriber' | 'trackedFinding'>, 'get' | 'commit'>;
  tracker: IssueTracker;
  /** The subscriber as read, including the tickets that this run counted. */
  subscriber: Subscriber;
  /** The limit of new tickets per day. */
  limit: number;
  now: Date;
  /** The number of remaining actions, and whether more were needed. */
  actsLeft: number;
  hasMore?: true;
  /** When pending claims can be looked up. */
  waitUntil?: Instant;
  /** Whether groups were left for the next day. */
  hasBacklog?: true;
  /** Whether another run changed something meanwhile. */
  hasConflict?: true;
}

type KnownCase = TicketCase & { ticket: Ticket };
type GroupCase = TicketCase & { group: TicketGroup };

/** Writes the new state of the ticket. */
const saveTicket = async (
  run: TicketRun,
  before: Ticket,
  fields: { [K in keyof Ticket]?: Ticket[K] | undefined },
): Promise<Ticket> => {
  const after = changedTicket(before, fields, run.now.toISOString());
  await commitOrThrow(run.store, [writeTicket(before, after)]);
  return after;
};

const claimOf = ({ organizationId, subscriberId, group, claimedAt, author }: Ticket) => ({
  marker: markerOf(group),
  issueId: derivedRandomId('issue', organizationId, subscriberId, group, claimedAt),
  claimedAt,
  author,
});

/** Creates a claimed issue. An issue that was certainly not created may be retried at once. */
const createIssue = async (
  run: TicketRun,
  ticket: Ticket,
  { group, fullName }: GroupCase,
): Promise<Ticket> => {
  const text = describeGroup(group, fullName);
  try {
    const issue = await run.tracker.create(claimOf(ticket), text);
    return await saveTicket(run, ticket, {
      ...issue,
      ...shownFields(ticket, group),
      state: 'open',
      title: text.title,
      contentDigest: contentDigest(group, fullName),
      attemptedAt: undefined,
      rejected: undefined,
    });
  } catch (error) {
    if (error instanceof ProviderFailure && error.details.mayBeDone !== true)
      await saveTicket(run, ticket, { attemptedAt: undefined });
    throw error;
  }
};

/** Claims a new issue within the limit of the day, and creates it. */
const claimIssue = async (run: TicketRun, one: GroupCase): Promise<Ticket | undefined> => {
  const { group, fullName, ticket: before, former } = one;
  const now = run.now.toISOString();
  const daily = dailyTickets(run.subscriber, { limit: run.limit, now });
  if (daily.made >= daily.limit) {
    run.hasBacklog = true;
    run.actsLeft += 1;
    return before;
  }
  const { title } = describeGroup(group, fullName);
  const claimed = claimTicket({
    subscriber: run.subscriber,
    group,
    before,
    former,
    title,
    author: await run.tracker.author(),
    daily,
    now,
  });
  await commitOrThrow(run.store, claimed.changes);
  run.subscriber = { ...run.subscriber, ticketDay: daily.day, ticketsOfDay: daily.made + 1 };
  return createIssue(run, claimed.ticket, one);
};

/** Creates an issue that was claimed before, and is known not to exist. */
const createAgain = async (run: TicketRun, one: KnownCase): Promise<Ticket> => {
  if (!one.group) return saveTicket(run, one.ticket, { attemptedAt: undefined });
  const author = await run.tracker.author();
  const attempted = await saveTicket(run, one.ticket, { attemptedAt: run.now.toISOString(), author });
  return createIssue(run, attempted, { ...one, group: one.group });
};

const lookUp = async (run: TicketRun, one: KnownCase): Promise<Ticket> => {
  const issue = await run.tracker.find(claimOf(one.ticket));
  if (issue)
    return saveTicket(run, one.ticket, {
      ...issue,
      state: 'open',
      contentDigest: undefined,
      attemptedAt: undefined,
    });
  return saveTicket(run, one.ticket, { attemptedAt: undefined });
};

/**
 * Writes an issue. The digest of its content is removed before, so that it is compared again when the answer is lost; that
 * the service closes it is stored before, so that its own closing is not taken for that of a person.
 */
const writeIssue = async (run: TicketRun, one: KnownCase, state: 'open' | 'closed'): Promise<Ticket> => {
  const { ticket, group, fullName } = one;
  const text = group && describeGroup(group, fullName);
  const begun = await saveTicket(run, ticket, {
    contentDigest: undefined,
    ...(state === 'closed' && { state, closedBy: 'service' as const }),
  });
  await run.tracker.write(ticket.externalId ?? '', { state, text });
  return saveTicket(run, begun, {
    contentDigest: contentDigest(group, fullName),
    rejected: undefined,
    ...(text && { title: text.title }),
    ...(state === 'open' && { state, closedBy: undefined, ...shownFields(ticket, group) }),
  });
};

const compare = async (run: TicketRun, one: KnownCase): Promise<Ticket | undefined> => {
  const { ticket, group, fullName } = one;
  const decision = decideIssue(one, await run.tracker.read(ticket.externalId ?? '', markerOf(ticket.group)));
  if ('claim' in decision) return group ? claimIssue(run, { ...one, group }) : ticket;
  if ('write' in decision) return writeIssue(run, one, decision.write);
  return saveTicket(run, ticket, {
    state: 'closed',
    closedBy: decision.leave,
    contentDigest: contentDigest(group, fullName),
    rejected: undefined,
  });
};

const carryOut = async (
  run: TicketRun,
  one: TicketCase,
  step: TicketStep['step'],
): Promise<Ticket | undefined> => {
  const { ticket, group } = one;
  if (step === 'claim' && group) return claimIssue(run, { ...one, group });
  if (!ticket) return undefined;
  const known = { ...one, ticket };
  if (step === 'create') return createAgain(run, known);
  if (step === 'look_up') return lookUp(run, known);
  if (step === 'release') return saveTicket(run, ticket, { state: 'closed', closedBy: 'service' });
  return compare(run, known);
};

const linkedAtOnce = 50;

/** Links the ticket in the findings of its group. */
const linkFindings = async (run: TicketRun, { group, ticket }: TicketCase): Promise<void> => {
  const { url } = ticket ?? {};
  if (!ticket || url === undefined) return;
  const rows = rowsToLink(group, ticket);
  for (let at = 0; at < rows.length; at += linkedAtOnce) {
    const changes = rows.slice(at, at + linkedAtOnce).map((row) => linkRow(row, url));
    await commitOrThrow(run.store, changes);
  }
};

/** A new claim may follow a comparison, and a comparison a look-up. */
const mostSteps = 4;

const carryOutSteps = async (run: TicketRun, given: TicketCase): Promise<void> => {
  let one = given;
  for (let steps = 0; steps < mostSteps; steps++) {
    const next = nextStep(one, run.now);
    if (next.step === 'wait' && next.until < (run.waitUntil ?? '~')) run.waitUntil = next.until;
    if (next.step === 'wait' || next.step === 'none') break;
    if (run.actsLeft <= 0) run.hasMore = true;
    if (run.hasMore) return;
    run.actsLeft -= 1;
    const ticket = await carryOut(run, one, next.step);
    if (ticket === one.ticket) break;
    one = { ...one, ticket };
  }
  await linkFindings(run, one);
};

/** Records that the tracker refused the content of one group, which has no effect on the others. */
const noteRejection = async (
  run: TicketRun,
  one: TicketCase,
  { details: { detail } }: ProviderFailure,
): Promise<void> => {
  const group = one.group?.group ?? one.ticket?.group ?? '';
  const { organizationId, subscriberId } = run.subscriber;
  const ticket = await run.store.get('ticket', { organizationId, subscriberId, group }, { consistent: true });
  if (!ticket) return;
  const rejected = {
    at: run.now.toISOString(),
    contentDigest: contentDigest(one.group, one.fullName),
    detail,
  };
  await saveTicket(run, ticket, { rejected });
  const until = addMs(run.now, dayMs);
  if (until < (run.waitUntil ?? '~')) run.waitUntil = until;
};

const isRejection = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && error.details.reason === 'invalid';

/**
 * Reconciles one group with the tracker: each step is decided from the stored state, so that an interrupted run is
 * continued by the next one.
 * @throws ProviderFailure
 */
export const carryOutCase = async (run: TicketRun, one: TicketCase): Promise<void> => {
  try {
    await carryOutSteps(run, one).catch(async (error: unknown) => {
      if (!isRejection(error)) throw error;
      await noteRejection(run, one, error);
    });
  } catch (error) {
    if (!(error instanceof TicketConflict)) throw error;
    run.hasConflict = true;
  }
};
