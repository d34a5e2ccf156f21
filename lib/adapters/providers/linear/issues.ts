import * as z from 'zod';
import { linearCredential, linearSettings } from '@scangate/domain/integrations/kinds/linear';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';
import { endsInMarker, markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import type { IssueRef, IssueTracker, TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { providerOrigins, type ReplacedOrigins } from '../provider-origins.ts';
import { trackerProvider, unlessGone, type TrackerProject } from '../tracker-provider.ts';
import { linearClient } from './client.ts';

const workflowState = z.object({ id: z.string(), type: z.string(), position: z.number() });
const team = z.object({
  id: z.string(),
  name: z.string(),
  states: z.object({ nodes: z.array(workflowState) }),
});
const issue = z.object({
  id: z.string(),
  url: z.url(),
  description: z.string().nullish(),
  trashed: z.boolean().nullish(),
  archivedAt: z.string().nullish(),
  state: z.object({ type: z.string() }),
  team: z.object({ key: z.string() }),
});
type Issue = z.infer<typeof issue>;
const done = z.object({ success: z.literal(true) });

/** The five operations of issues. */
const issueOperations = (call: ReturnType<typeof linearClient>) => ({
  team: (key: string) =>
    call({
      query: `query($key: String!) { teams(filter: { key: { eq: $key } }) {
        nodes { id name states { nodes { id type position } } } } }`,
      variables: { key },
      data: z.object({ teams: z.object({ nodes: z.array(team) }) }),
    }),
  create: (input: object) =>
    call({
      query: `mutation($input: IssueCreateInput!) { issueCreate(input: $input) {
        success issue { id url } } }`,
      variables: { input },
      data: z.object({ issueCreate: done.extend({ issue: z.object({ id: z.string(), url: z.url() }) }) }),
    }),
  read: (id: string) =>
    call({
      query: `query($id: String!) { issue(id: $id) {
        id url description trashed archivedAt state { type } team { key } } }`,
      variables: { id },
      data: z.object({ issue }),
    }),
  change: (id: string, input: object) =>
    call({
      query: `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) {
        success } }`,
      variables: { id, input },
      data: z.object({ issueUpdate: done }),
    }),
  unarchive: (id: string) =>
    call({
      query: `mutation($id: String!) { issueUnarchive(id: $id) { success } }`,
      variables: { id },
      data: z.object({ issueUnarchive: done }),
    }),
});
type IssueOperations = ReturnType<typeof issueOperations>;

const failure = (reason: 'gone' | 'invalid', detail: string): ProviderFailure =>
  new ProviderFailure({ reason, cause: 'rejected', detail });

const requireTeam = async (operations: IssueOperations, key: string): Promise<z.infer<typeof team>> => {
  const found = (await operations.team(key)).teams.nodes[0];
  if (!found) throw failure('gone', `there is no team ${key}`);
  return found;
};

const closedTypes = ['completed', 'canceled', 'duplicate'];
const openTypes = ['unstarted', 'backlog', 'triage', 'started'];

/** The first state of a team that is open, or done. @throws ProviderFailure */
const stateIdOf = ({ states }: z.infer<typeof team>, state: 'open' | 'closed'): string => {
  const types = state === 'open' ? openTypes : closedTypes;
  for (const type of types) {
    const found = states.nodes.filter((one) => one.type === type).toSorted((a, b) => a.position - b.position);
    if (found[0]) return found[0].id;
  }
  throw failure('invalid', `the team has no state that is ${state}`);
};

const isClosed = ({ state, archivedAt }: Issue): boolean =>
  closedTypes.includes(state.type) || (archivedAt !== null && archivedAt !== undefined);

const texts = (text: IssueText) => ({ title: text.title, description: markdownIssue(text) });

interface LinearOptions {
  fetch: OutboundFetch;
  replaced: ReplacedOrigins;
  now: () => Date;
}

/** Sets the content of an issue. An archived issue refuses changes, so it is unarchived first. */
const writeIssue = async (
  operations: IssueOperations,
  { id, team: key }: { id: string; team: string },
  { state, text }: Parameters<IssueTracker['write']>[1],
): Promise<void> => {
  const { issue: found } = await operations.read(id);
  const isArchived = found.archivedAt !== null && found.archivedAt !== undefined;
  if (isArchived && state === 'closed') return;
  if (isArchived) await operations.unarchive(id);
  const isSettled = !isArchived && isClosed(found) === (state === 'closed');
  const stateId = isSettled ? undefined : stateIdOf(await requireTeam(operations, key), state);
  const input = { ...(text && texts(text)), ...(stateId !== undefined && { stateId }) };
  if (Object.keys(input).length > 0) await operations.change(id, input);
};

/** Interprets a refusal of an id that is taken: an earlier request has created the issue, and its response was lost. */
const refusalOf = async (
  operations: IssueOperations,
  { issueId, error }: { issueId: string; error: unknown },
): Promise<unknown> => {
  if (!(error instanceof ProviderFailure) || error.details.reason !== 'invalid') return error;
  const isMade = await operations.read(issueId).then(
    () => true,
    (cause: unknown) => !(cause instanceof ProviderFailure && cause.details.reason === 'gone'),
  );
  if (!isMade) return error;
  return new ProviderFailure({ ...error.details, reason: 'unavailable', mayBeDone: true }, { cause: error });
};

const openProject = (
  { settings, credential }: Connection,
  { fetch, replaced, now }: LinearOptions,
): TrackerProject => {
  const { team: key } = linearSettings.parse(settings);
  const { apiKey } = linearCredential.parse(credential);
  const origin = replaced.linear ?? providerOrigins.linear;
  const operations = issueOperations(linearClient({ fetch, origin, apiKey, now }));
  const check = async () => (await requireTeam(operations, key)).name;
  let teamId: string | undefined;
  const refOf = ({ id, url }: { id: string; url: string }): IssueRef => ({ externalId: id, url });
  return {
    check,
    // The id of an issue is chosen here, so that it cannot be imitated.
    author: async () => undefined,
    create: async ({ issueId }, text) => {
      teamId ??= (await requireTeam(operations, key)).id;
      const input = { id: issueId, teamId, ...texts(text) };
      const { issueCreate } = await operations.create(input).catch(async (error: unknown) => {
        throw await refusalOf(operations, { issueId, error });
      });
      return refOf(issueCreate.issue);
    },
    find: ({ issueId }) =>
      unlessGone(
        async () => refOf((await operations.read(issueId)).issue),
        check,
        () => undefined,
      ),
    read: async (id, marker) => {
      const { issue: found } = await operations.read(id);
      if (found.trashed) return 'deleted';
      if (found.team.key !== key || !endsInMarker(found.description, marker)) return 'moved';
      return isClosed(found) ? 'closed' : 'open';
    },
    write: (id, content) => writeIssue(operations, { id, team: key }, content),
  };
};

/** Issues of a team in Linear. */
export const linearIssues = (options: LinearOptions): TrackerProvider =>
  trackerProvider((connection) => openProject(connection, options));
