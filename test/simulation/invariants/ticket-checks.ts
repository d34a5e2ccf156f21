import type { MemoryStore } from '#adapters/memory/store.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import type { LinearIssue } from '@scangate/emulator-providers/linear/state';
import { thresholds } from '@scangate/engines/model/severity';
import { isWorthIssue, type TicketRules } from '@scangate/domain/integrations/tickets/decide-ticket';
import { contentDigest, describeGroup } from '@scangate/domain/integrations/tickets/describe-group';
import { groupFindings, type TicketGroup } from '@scangate/domain/integrations/tickets/ticket-group';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import type { LastScan } from '../actors/last-scans.ts';
import { teamOf } from '../actors/tracker.ts';
import { isClosedIssue } from '../outside/issue-tracker.ts';
import type { World } from '../start/world.ts';
import { servedOrganizations } from './record-checks.ts';
import type { Report } from './violation.ts';

interface Facts {
  group: TicketGroup | undefined;
  ticket: Ticket | undefined;
  issue: LinearIssue | undefined;
  fullName: string;
  rules: TicketRules;
  /** Whether a person acted upon the issue, or a restore forgot its last change. */
  isOthers: boolean;
}

/** Tells in what the ticket and the issue of a group are not what the findings say, read from the beginning. */
const differenceOf = ({ group, ticket, issue, fullName, rules, isOthers }: Facts): string | undefined => {
  if (!ticket) return group && isWorthIssue(group, rules) ? 'has no ticket' : undefined;
  if (ticket.externalId === undefined) return ticket.state === 'closed' ? undefined : 'has no issue';
  if (ticket.contentDigest !== contentDigest(group, fullName)) return 'is told otherwise';
  if (!issue) return 'names an issue that is not there';
  const open = group?.open ?? [];
  if (group && open.some((row) => row.ticket !== ticket.url)) return 'has findings that do not name it';
  if (isOthers) return undefined;
  if (isClosedIssue(issue) !== (open.length === 0)) return `is ${open.length} and its issue ${issue.stateId}`;
  const isTold = !group || open.length === 0 || issue.title === describeGroup(group, fullName).title;
  return isTold ? undefined : `is told as ${issue.title}`;
};

interface Checking {
  world: World;
  store: MemoryStore;
  /** The repositories that were scanned last, after which nothing happened to them. */
  repositories: ReadonlySet<string>;
  report: Report;
}

const checkTracker = async (
  subscriber: Subscriber,
  { world, store, repositories, report }: Checking,
): Promise<void> => {
  const { organizationId, subscriberId, settings } = subscriber;
  const isOwn = (one: { organizationId: string; repositoryId: string }): boolean =>
    one.organizationId === organizationId && repositories.has(one.repositoryId);
  const organization = store.all('organization').find((one) => one.organizationId === organizationId);
  const maker = world.organizations.find((one) => one.organizationId === organizationId);
  if (!organization || !maker) return;
  const minimumSeverity = thresholds.find((one) => one === settings?.['minimumSeverity']);
  const rules = { policy: await loadPolicy(store, organization), minimumSeverity };
  const names = new Map(
    store.all('repository').map(({ repositoryId, fullName }) => [repositoryId, fullName]),
  );
  const groups = groupFindings(subscriber, store.all('trackedFinding').filter(isOwn));
  const all = store.all('ticket').filter((one) => one.organizationId === organizationId);
  const issues = world.tracker.issuesOf(teamOf(maker));
  const known = new Map(groups.map((group) => [group.group, group]));
  const tickets = new Map(
    all
      .filter((one) => one.subscriberId === subscriberId && isOwn(one))
      .map((ticket) => [ticket.group, ticket]),
  );
  for (const name of new Set([...known.keys(), ...tickets.keys()])) {
    const [group, ticket] = [known.get(name), tickets.get(name)];
    const issue = issues.find(({ id }) => id === ticket?.externalId);
    const fullName = names.get(group?.repositoryId ?? ticket?.repositoryId ?? '') ?? '';
    const changedAt = world.tracker.changedAt.get(issue?.id ?? '') ?? 0;
    const isOthers = world.tracker.touched.has(issue?.id ?? '') || world.restores.isForgotten(changedAt);
    const difference = differenceOf({ group, ticket, issue, fullName, rules, isOthers });
    if (difference !== undefined)
      report('rebuild', `${name} of ${String(settings?.['team'])} in ${fullName} ${difference}`);
  }
  const named = new Set(all.map(({ externalId }) => externalId));
  for (const { id, createdAt } of issues)
    if (!named.has(id) && !world.restores.isForgotten(Date.parse(createdAt)))
      report('rebuild', `the issue ${id} of ${String(settings?.['team'])} is nobody's`);
};

/** Tickets, and the issues at the tracker, are what the tracked findings say, read from the beginning. */
export const checkTickets = async (
  { world, store, last }: { world: World; store: MemoryStore; last: readonly LastScan[] },
  report: Report,
): Promise<void> => {
  const completed = new Set(
    store.all('scan').flatMap(({ status, scanId }) => (status === 'completed' ? [scanId] : [])),
  );
  const scanned = last.filter(({ scanId }) => completed.has(scanId));
  const repositories = new Set(scanned.map(({ repositoryId }) => repositoryId));
  const served = servedOrganizations(store);
  const trackers = store
    .all('subscriber')
    .filter(({ kind, disabled, removedAt }) => kind === 'linear' && !disabled && removedAt === undefined)
    .filter(({ organizationId }) => served.has(organizationId));
  for (const tracker of trackers) await checkTracker(tracker, { world, store, repositories, report });
};
