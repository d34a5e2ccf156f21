import { ids } from '../outside/ids.ts';
import { callAs, idIn, managers, type Act } from './actions.ts';

/** The team of an organization at the tracker. */
export const teamOf = ({ taint }: { taint: string }): string => taint.toUpperCase();

/** Connects the issue tracker, once; whoever has it looks at its tickets, or puts a new key in the place of the old one. */
export const connect: Act = async (world, organization) => {
  const { made, taint } = organization;
  const as = { world, organization, roles: managers };
  const credential = { apiKey: `lin_api_of_${taint}_${world.scheduler.draw(1_000)}` };
  const integrationId = made.tracker.at(-1);
  if (integrationId === undefined) {
    const minimumSeverity = world.scheduler.pick(['low', 'low', 'high'] as const);
    const settings = { team: teamOf(organization), newTicketsPerDay: 200, minimumSeverity };
    const body = { kind: 'linear', name: `Issues of ${taint}`, settings, credential };
    made.tracker.push(
      ...idIn(await callAs(as, 'create-integration', { body, key: ids.uuid() }), 'integrationId'),
    );
    return;
  }
  const params = { integrationId };
  if (world.scheduler.random() < 0.7) await callAs(as, 'list-integration-tickets', { params });
  else await callAs(as, 'change-integration', { params, body: { credential }, headers: { 'If-Match': '*' } });
};

const longestLimitSeconds = 1_800;

/** A person closes an issue or opens it again; now and then the tracker takes nothing for a while. */
export const visit: Act = async ({ tracker, scheduler }, organization) => {
  const issues = tracker.issuesOf(teamOf(organization));
  if (issues.length === 0) return;
  if (scheduler.random() < 0.2) return tracker.limit(1 + scheduler.draw(longestLimitSeconds));
  tracker.act(scheduler.pick(['close-issue', 'reopen-issue']), scheduler.pick(issues).id);
};
