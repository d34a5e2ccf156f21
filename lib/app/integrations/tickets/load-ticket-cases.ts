import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import type { TicketCase, TicketRules } from '@scangate/domain/integrations/tickets/decide-ticket';
import { groupFindings } from '@scangate/domain/integrations/tickets/ticket-group';
import { trackerPlaceOf } from '@scangate/domain/integrations/tickets/tracker-place';
import type { Repository, TrackedFinding } from '@scangate/domain/records';
import { positionPrefix } from '@scangate/domain/tracking/listing';
import { listAll, type Store } from '#ports/store.ts';

export type CaseReader = Pick<
  Store<'ticket' | 'trackedFinding' | 'followedCommit' | 'repository'>,
  'get' | 'list'
>;

const pageLimit = 1000;

/**
 * Loads the tickets of an integration. A damaged one stops the run: if it were left out, its issue would be created
 * twice.
 */
export const loadTickets = (
  store: Pick<Store<'ticket'>, 'list'>,
  { organizationId, subscriberId }: Subscriber,
): Promise<Ticket[]> => {
  const owner = { organizationId, subscriberId };
  return Array.fromAsync(listAll(store, { list: 'tickets', owner, limit: pageLimit, consistent: true }));
};

interface CaseFacts {
  subscriber: Subscriber;
  repository: Repository;
  rows: readonly TrackedFinding[];
  /** The tickets of the repository. */
  tickets: readonly Ticket[];
  rules: TicketRules;
}

const casesOf = ({ subscriber, repository, rows, tickets, rules }: CaseFacts): TicketCase[] => {
  const here = trackerPlaceOf(subscriber.settings);
  const groups = new Map(groupFindings(subscriber, rows).map((group) => [group.group, group]));
  const known = new Map(tickets.map((ticket) => [ticket.group, ticket]));
  return [...new Set([...groups.keys(), ...known.keys()])].map((name) => {
    const ticket = known.get(name);
    const isHere = (ticket?.place ?? here) === here;
    return {
      group: groups.get(name),
      ...(isHere ? { ticket } : { ticket: undefined, former: ticket }),
      fullName: repository.fullName,
      rules,
    };
  });
};

/** The integration whose cases are loaded. */
export interface CaseScope {
  subscriber: Subscriber;
  tickets: readonly Ticket[];
  rules: TicketRules;
}

/** Loads the groups and tickets of one repository, as currently stored. */
export const loadRepositoryCases = async (
  store: CaseReader,
  repositoryId: string,
  { subscriber, tickets, rules }: CaseScope,
): Promise<TicketCase[]> => {
  const { organizationId } = subscriber;
  const id = { organizationId, repositoryId };
  const repository = await store.get('repository', id, { consistent: true });
  if (!repository || repository.disconnectedAt !== undefined) return [];
  const own = tickets.filter((ticket) => ticket.repositoryId === repositoryId);
  const followed = await store.get('followedCommit', id, { consistent: true });
  // The secrets of a history are tracked for the repository as a whole, under its id.
  const units = new Set([
    ...(followed?.units ?? []),
    ...own.map(({ projectUnitId }) => projectUnitId),
    repositoryId,
  ]);
  const rows: TrackedFinding[] = [];
  for (const projectUnitId of units) {
    const owner = { organizationId, projectUnitId };
    const listed = listAll(store, { list: 'unitFindings', owner, limit: pageLimit, consistent: true });
    for await (const row of listed) if (row.repositoryId === repositoryId) rows.push(row);
  }
  return casesOf({ subscriber, repository, rows, tickets: own, rules });
};

/**
 * Loads the groups and tickets of all repositories, from an index that may lag slightly and only has open findings:
 * it shows which repositories may need actions.
 */
export const surveyCases = async (
  store: CaseReader,
  { subscriber, tickets, rules }: CaseScope,
): Promise<(TicketCase & { repositoryId: string })[]> => {
  const owner = { organizationId: subscriber.organizationId };
  const range = { from: positionPrefix('open'), through: `${positionPrefix('open')}~` };
  const open = await Array.fromAsync(
    listAll(store, { list: 'trackedFindings', owner, limit: pageLimit, ...range }),
  );
  const cases: (TicketCase & { repositoryId: string })[] = [];
  for await (const repository of listAll(store, { list: 'repositories', owner, limit: pageLimit })) {
    const { repositoryId, disconnectedAt } = repository;
    if (disconnectedAt !== undefined) continue;
    const rows = open.filter((row) => row.repositoryId === repositoryId);
    const own = tickets.filter((ticket) => ticket.repositoryId === repositoryId);
    const found = casesOf({ subscriber, repository, rows, tickets: own, rules });
    cases.push(...found.map((one) => ({ ...one, repositoryId })));
  }
  return cases;
};
