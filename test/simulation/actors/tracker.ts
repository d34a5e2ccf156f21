import { ids } from '../outside/ids.ts';
import type { TrackerProject } from '../outside/issue-tracker.ts';
import { trackerKinds, trackers, type TrackerKind } from '../outside/trackers.ts';
import type { World } from '../start/world.ts';
import { callAs, idIn, managers, type Act } from './actions.ts';
import type { Organization } from './organization.ts';

/** The tracker of an organization, which follows from the seed alone. */
const kindOf = ({ scheduler }: World, { taint }: Organization): TrackerKind =>
  trackerKinds[Math.floor(scheduler.chanceFor(`tracker of ${taint}`) * trackerKinds.length)] ?? 'linear';

/** The project of an organization at a tracker. */
export const projectAt = (kind: TrackerKind, { taint }: { taint: string }): TrackerProject => ({
  kind,
  project: trackers[kind].projectOf(taint),
});

/** Finds the tracker that an organization has, also where the answer to its creation was lost. */
const knownTracker = async (world: World, organization: Organization): Promise<void> => {
  const listed = await callAs({ world, organization, roles: managers }, 'list-integrations');
  const items = (listed?.body['items'] ?? []) as { integrationId: string; kind: string }[];
  const found = items.find(({ kind }) => trackerKinds.some((one) => one === kind));
  if (found && organization.made.tracker.length === 0) organization.made.tracker.push(found.integrationId);
};

/** Connects the issue tracker, once; whoever has it looks at its tickets, or puts a new key in the place of the old one. */
export const connect: Act = async (world, organization) => {
  const { made, taint } = organization;
  const as = { world, organization, roles: managers };
  const { kind, project } = projectAt(kindOf(world, organization), organization);
  const credential = trackers[kind].credential(taint, world.scheduler.draw(1_000));
  if (made.tracker.length === 0) await knownTracker(world, organization);
  const integrationId = made.tracker.at(-1);
  if (integrationId === undefined) {
    const minimumSeverity = world.scheduler.pick(['low', 'low', 'high'] as const);
    const own = trackers[kind].settings(project, taint);
    const settings = { ...own, newTicketsPerDay: 200, minimumSeverity };
    const body = { kind, name: `Issues of ${taint}`, settings, credential };
    made.tracker.push(
      ...idIn(await callAs(as, 'create-integration', { body, key: ids.uuid() }), 'integrationId'),
    );
    return;
  }
  const params = { integrationId };
  if (world.scheduler.random() < 0.7) await callAs(as, 'list-integration-tickets', { params });
  else await callAs(as, 'change-integration', { params, body: { credential }, headers: { 'If-Match': '*' } });
};

/** Removes the issue tracker, whose issues stay; somebody may connect it again. */
export const remove: Act = async (world, organization) => {
  const { made } = organization;
  const integrationId = made.tracker.at(-1);
  if (integrationId === undefined) return;
  const as = { world, organization, roles: managers };
  const answer = await callAs(as, 'remove-integration', { params: { integrationId } });
  if (answer?.status === 204) made.tracker.pop();
};

const longestLimitSeconds = 1_800;

/** A person closes an issue or opens it again; now and then the tracker takes nothing for a while. */
export const visit: Act = async (world, organization) => {
  const { tracker, scheduler } = world;
  const at = projectAt(kindOf(world, organization), organization);
  const issues = [...tracker.issuesOf(at).values()];
  if (issues.length === 0) return;
  if (scheduler.random() < 0.2) return tracker.limit(at.kind, 1 + scheduler.draw(longestLimitSeconds));
  tracker.act(scheduler.pick(['close-issue', 'reopen-issue']), at, scheduler.pick(issues));
};
