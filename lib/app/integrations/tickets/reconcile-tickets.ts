import { nextDayAt } from '@scangate/domain/delivery/delivery-limits';
import { addMs } from '@scangate/domain/instant';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import {
  nextStep,
  type TicketCase,
  type TicketRules,
} from '@scangate/domain/integrations/tickets/decide-ticket';
import { worstFirst } from '@scangate/domain/integrations/tickets/ticket-group';
import type { Instant } from '@scangate/domain/records';
import type { IssueTracker } from '#ports/integrations/issue-tracker.ts';
import type { Store } from '#ports/store.ts';
import { carryOutCase, type TicketRun } from './apply-ticket-decision.ts';
import {
  loadRepositoryCases,
  loadTickets,
  surveyCases,
  type CaseReader,
  type CaseScope,
} from './load-ticket-cases.ts';

export interface ReconcilePorts {
  store: CaseReader & Pick<Store<'ticket' | 'subscriber' | 'trackedFinding'>, 'get' | 'commit'>;
  tracker: IssueTracker;
}

export interface Reconciliation {
  subscriber: Subscriber;
  /** Absent for all repositories of the organization. */
  repositoryId?: string | undefined;
  rules: TicketRules;
  /** The limit of new tickets per day. */
  limit: number;
}

/** When the tracker has to be checked again. */
export interface ReconcileOutcome {
  again?: Instant;
}

/** The limit of actions per run; each takes up to two calls of the tracker. */
const actsAtOnce = 20;
/** The number of repositories that one run reads. */
const repositoriesAtOnce = 20;
const soonMs = 1000;

const isWanted = ({ filter }: Subscriber, repositoryId: string): boolean =>
  filter?.repositoryIds === undefined || filter.repositoryIds.includes(repositoryId);

const urgency: Record<Ticket['state'] | 'none', number> = { claimed: 0, open: 1, closed: 1, none: 2 };

/** Puts pending actions first, then known issues, then new ones; within each, the most severe first. */
const inOrder = (a: TicketCase, b: TicketCase): number =>
  urgency[a.ticket?.state ?? 'none'] - urgency[b.ticket?.state ?? 'none'] ||
  (a.group && b.group ? worstFirst(a.group, b.group) : 0);

/** Lists the repositories that may need actions, the one with the most severe group first. */
const repositoriesToDo = async (
  { store }: ReconcilePorts,
  scope: CaseScope,
  now: Date,
): Promise<string[]> => {
  const cases = await surveyCases(store, scope);
  const toDo = cases.filter(
    (one) => isWanted(scope.subscriber, one.repositoryId) && nextStep(one, now).step !== 'none',
  );
  return [...new Set(toDo.toSorted(inOrder).map(({ repositoryId }) => repositoryId))];
};

/** Returns the earliest instant at which more can be done. */
const againAt = ({ now, ...run }: TicketRun, isPartial: boolean): Instant | undefined => {
  if (run.hasMore || isPartial || run.hasConflict) return addMs(now, soonMs);
  const backlogAt = run.hasBacklog ? nextDayAt(now.toISOString()) : undefined;
  return [run.waitUntil, backlogAt].filter((one) => one !== undefined).toSorted()[0];
};

/**
 * Reads the tracked findings and reconciles the tracker with them: opens an issue for each group that is worth one,
 * closes issues whose findings are fixed or waived, and reopens them. It does not depend on the content of events,
 * so that it may run late, twice, or after a loss (docs/adr/0085-tickets.md).
 * @throws ProviderFailure when the tracker accepts nothing more for now.
 */
export const reconcileTickets = async (
  { subscriber, repositoryId, rules, limit }: Reconciliation,
  ports: ReconcilePorts,
  now: Date,
): Promise<ReconcileOutcome> => {
  const { store, tracker } = ports;
  const scope = { subscriber, rules, tickets: await loadTickets(store, subscriber) };
  const repositories =
    repositoryId === undefined ? await repositoriesToDo(ports, scope, now) : [repositoryId];
  const cases: TicketCase[] = [];
  for (const one of repositories.slice(0, repositoriesAtOnce))
    if (isWanted(subscriber, one)) cases.push(...(await loadRepositoryCases(store, one, scope)));
  const run: TicketRun = { store, tracker, subscriber, limit, now, actsLeft: actsAtOnce };
  for (const one of cases.toSorted(inOrder)) await carryOutCase(run, one);
  const again = againAt(run, repositories.length > repositoriesAtOnce);
  return again === undefined ? {} : { again };
};
