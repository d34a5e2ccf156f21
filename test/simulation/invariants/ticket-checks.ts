import type { MemoryStore } from '#adapters/memory/store.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import { thresholds } from '@scangate/engines/model/severity';
import { isWorthIssue, type TicketRules } from '@scangate/domain/integrations/tickets/decide-ticket';
import { contentDigest, describeGroup } from '@scangate/domain/integrations/tickets/describe-group';
import { groupFindings, type TicketGroup } from '@scangate/domain/integrations/tickets/ticket-group';
import type { Subscriber, Ticket } from '@scangate/domain/events/event-records';
import type { Organization as OrganizationRecord } from '@scangate/domain/records';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import type { LastScan } from '../actors/last-scans.ts';
import { projectAt } from '../actors/tracker.ts';
import { nameOfIssue } from '../outside/issue-tracker.ts';
import { trackerKinds, type SeenIssue, type TrackerKind } from '../outside/trackers.ts';
import type { World } from '../start/world.ts';
import { servedOrganizations } from './record-checks.ts';
import type { Report } from './violation.ts';

interface Facts {
  group: TicketGroup | undefined;
  ticket: Ticket | undefined;
  issue: SeenIssue | undefined;
  fullName: string;
  rules: TicketRules;
  /** The issues of trackers that were removed, which findings go on naming. */
  formerUrls: ReadonlySet<string | undefined>;
  /** Whether a person acted upon the issue, or a restore forgot its last change. */
  isOthers: boolean;
}

/** Tells in what the ticket and the issue of a group are not what the findings say, read from the beginning. */
const differenceOf = ({
  group,
  ticket,
  issue,
  fullName,
  rules,
  formerUrls,
  isOthers,
}: Facts): string | undefined => {
  if (!ticket) return group && isWorthIssue(group, rules) ? 'has no ticket' : undefined;
  if (ticket.externalId === undefined) return ticket.state === 'closed' ? undefined : 'has no issue';
  if (ticket.contentDigest !== contentDigest(group, fullName)) return 'is told otherwise';
  if (!issue) return 'names an issue that is not there';
  const open = group?.open ?? [];
  if (group && open.some((row) => row.ticket !== ticket.url && !formerUrls.has(row.ticket)))
    return 'has findings that do not name it';
  if (isOthers) return undefined;
  if (issue.isClosed !== (open.length === 0))
    return `has ${open.length} open and its issue is ${issue.isClosed ? 'closed' : 'open'}`;
  const isTold = !group || open.length === 0 || issue.title === describeGroup(group, fullName).title;
  return isTold ? undefined : `is told as ${issue.title}`;
};

/** Everything that is stored of what the checks look at, by organization. */
interface Stored {
  store: MemoryStore;
  findings: ReadonlyMap<string, TrackedFinding[]>;
  tickets: ReadonlyMap<string, Ticket[]>;
  organizations: ReadonlyMap<string, OrganizationRecord>;
  /** The full names of repositories. */
  names: ReadonlyMap<string, string>;
}

const storedOf = (store: MemoryStore): Stored => ({
  store,
  findings: Map.groupBy(store.all('trackedFinding'), ({ organizationId }) => organizationId),
  tickets: Map.groupBy(store.all('ticket'), ({ organizationId }) => organizationId),
  organizations: new Map(store.all('organization').map((one) => [one.organizationId, one])),
  names: new Map(store.all('repository').map(({ repositoryId, fullName }) => [repositoryId, fullName])),
});

interface Checking {
  world: World;
  stored: Stored;
  /** The repositories that were scanned last, after which nothing happened to them. */
  repositories: ReadonlySet<string>;
  report: Report;
}

const rulesOf = async (
  { settings }: Subscriber,
  organization: OrganizationRecord,
  store: MemoryStore,
): Promise<TicketRules> => {
  const minimumSeverity = thresholds.find((one) => one === settings?.['minimumSeverity']);
  return { policy: await loadPolicy(store, organization), minimumSeverity };
};

/** A subscriber that is a tracker of the world. */
type TrackerSubscriber = Subscriber & { kind: TrackerKind };

const isTracker = (subscriber: Subscriber): subscriber is TrackerSubscriber =>
  trackerKinds.some((kind) => kind === subscriber.kind);

const checkTracker = async (
  subscriber: TrackerSubscriber,
  { world: { tracker, restores, organizations }, stored, repositories, report }: Checking,
): Promise<number> => {
  const { organizationId, subscriberId } = subscriber;
  const organization = stored.organizations.get(organizationId);
  const maker = organizations.find((one) => one.organizationId === organizationId);
  if (!organization || !maker) return 0;
  const isScanned = ({ repositoryId }: { repositoryId: string }): boolean => repositories.has(repositoryId);
  const rules = await rulesOf(subscriber, organization, stored.store);
  const rows = (stored.findings.get(organizationId) ?? []).filter(isScanned);
  const known = new Map(groupFindings(subscriber, rows).map((group) => [group.group, group]));
  const all = stored.tickets.get(organizationId) ?? [];
  const own = all.filter((one) => one.subscriberId === subscriberId && isScanned(one));
  const tickets = new Map(own.map((ticket) => [ticket.group, ticket]));
  const formerUrls = new Set(
    all.filter((one) => one.subscriberId !== subscriberId).flatMap(({ url }) => url ?? []),
  );
  const at = projectAt(subscriber.kind, maker);
  const issues = tracker.issuesOf(at);
  for (const name of new Set([...known.keys(), ...tickets.keys()])) {
    const [group, ticket] = [known.get(name), tickets.get(name)];
    const id = ticket?.externalId ?? '';
    const fullName = stored.names.get(group?.repositoryId ?? ticket?.repositoryId ?? '') ?? '';
    const issue = nameOfIssue(at, id);
    const isOthers = tracker.touched.has(issue) || restores.isForgotten(tracker.changedAt.get(issue) ?? 0);
    const difference = differenceOf({
      group,
      ticket,
      issue: issues.get(id),
      fullName,
      rules,
      formerUrls,
      isOthers,
    });
    if (difference !== undefined)
      report('rebuild', `the ticket ${name} of ${maker.taint} in ${fullName} ${difference}`);
  }
  const named = new Set(all.map(({ externalId }) => externalId));
  for (const id of issues.keys()) {
    const issue = nameOfIssue(at, id);
    if (named.has(id) || tracker.doubled.has(issue)) continue;
    if (!restores.isForgotten(tracker.madeAt.get(issue) ?? 0))
      report('rebuild', `the issue ${issue} of ${maker.taint} is nobody's`);
  }
  return own.filter(({ externalId }) => externalId !== undefined).length;
};

/**
 * Tickets, and the issues at the tracker, are what the tracked findings say, read from the beginning.
 * @returns the number of tickets with an issue that were compared.
 */
export const checkTickets = async (
  { world, store, last }: { world: World; store: MemoryStore; last: readonly LastScan[] },
  report: Report,
): Promise<number> => {
  const completed = new Set(
    store.all('scan').flatMap(({ status, scanId }) => (status === 'completed' ? [scanId] : [])),
  );
  const scanned = last.filter(({ scanId }) => completed.has(scanId));
  const repositories = new Set(scanned.map(({ repositoryId }) => repositoryId));
  const served = servedOrganizations(store);
  const trackers = store
    .all('subscriber')
    .filter(isTracker)
    .filter(({ disabled, removedAt }) => !disabled && removedAt === undefined)
    .filter(({ organizationId }) => served.has(organizationId));
  const checking = { world, stored: storedOf(store), repositories, report };
  let count = 0;
  for (const tracker of trackers) count += await checkTracker(tracker, checking);
  return count;
};
