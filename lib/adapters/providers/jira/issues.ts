import * as z from 'zod';
import { jiraCredential, jiraSettings } from '@scangate/domain/integrations/kinds/jira';
import { adfEndsInMarker, adfIssue, type AdfNode } from '@scangate/domain/integrations/tickets/adf-issue';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';
import { dayOf, addMs, dayMs } from '@scangate/domain/instant';
import type { IssueClaim, IssueRef, TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { ProviderClient } from '../provider-client.ts';
import { pageSize } from '../provider-list.ts';
import type { ReplacedOrigins } from '../provider-origins.ts';
import { mostIssuePages, trackerProvider, type TrackerProject } from '../tracker-provider.ts';
import { jiraClient } from './client.ts';

const project = z.object({ name: z.string(), issueTypes: z.array(z.object({ name: z.string() })) });
/** The author is part of a query. */
const myself = z.object({ accountId: z.string().regex(/^[\w:@.-]{1,128}$/) });
const created = z.object({ id: z.string(), key: z.string() });
const category = z.object({ statusCategory: z.object({ key: z.string() }) });
const document: z.ZodType<AdfNode> = z.lazy(() =>
  z.object({ type: z.string(), text: z.string().optional(), content: z.array(document).optional() }),
);
const issue = z.object({
  id: z.string(),
  fields: z.object({
    status: category,
    project: z.object({ key: z.string() }),
    description: document.nullish(),
  }),
});
const found = z.object({
  issues: z.array(created.extend({ fields: z.object({ description: document.nullish() }) })),
  nextPageToken: z.string().optional(),
});
const transitions = z.object({
  transitions: z.array(z.object({ id: z.string(), name: z.string(), to: category })),
});

/** The routes of issues, and the one that names the author. */
const issueRoutes = (client: ProviderClient) => {
  const at = (id: string) => `/rest/api/3/issue/${encodeURIComponent(id)}`;
  const answer = z.unknown();
  return {
    myself: () => client.call({ method: 'GET', path: '/rest/api/3/myself', answer: myself }),
    project: (key: string) =>
      client.call({ method: 'GET', path: `/rest/api/3/project/${key}`, answer: project }),
    search: (body: object) =>
      client.call({ method: 'POST', path: '/rest/api/3/search/jql', body, answer: found }),
    create: (fields: object) =>
      client.call({ method: 'POST', path: '/rest/api/3/issue', body: { fields }, answer: created }),
    read: (id: string) =>
      client.call({ method: 'GET', path: `${at(id)}?fields=status%2Cproject%2Cdescription`, answer: issue }),
    change: (id: string, fields: object) =>
      client.call({ method: 'PUT', path: at(id), body: { fields }, answer }),
    transitions: (id: string) =>
      client.call({ method: 'GET', path: `${at(id)}/transitions`, answer: transitions }),
    move: (id: string, transition: string) =>
      client.call({
        method: 'POST',
        path: `${at(id)}/transitions`,
        body: { transition: { id: transition } },
        answer,
      }),
  };
};
type IssueRoutes = ReturnType<typeof issueRoutes>;

type Settings = z.infer<typeof jiraSettings>;

const invalid = (detail: string): ProviderFailure =>
  new ProviderFailure({ reason: 'invalid', cause: 'rejected', detail });

const isDone = ({ statusCategory: { key } }: z.infer<typeof category>): boolean => key === 'done';

const stateOf = ({ fields }: z.infer<typeof issue>): 'open' | 'closed' =>
  isDone(fields.status) ? 'closed' : 'open';

const textFields = (text: IssueText) => ({ summary: text.title, description: adfIssue(text) });

interface WantedStatus {
  state: 'open' | 'closed';
  /** The name of the transition in the settings. */
  name?: string | undefined;
}

/**
 * Moves an issue to a status of the wanted side, by the transition that the settings name or by the first that leads
 * there.
 */
const makeTransition = async (routes: IssueRoutes, id: string, { state, name }: WantedStatus) => {
  const { transitions: all } = await routes.transitions(id);
  const wantsDone = state === 'closed';
  const chosen =
    name === undefined
      ? all.find(({ to }) => isDone(to) === wantsDone)
      : all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!chosen) throw invalid(`no transition ${name ?? `to ${wantsDone ? 'done' : 'open'}`}`);
  await routes.move(id, chosen.id);
};

/**
 * Moves an issue to the wanted side. A transition that Jira refuses is not an error if the issue is there already: the
 * same request may have arrived before, or a person was quicker.
 */
const moveTo = async (routes: IssueRoutes, id: string, wanted: WantedStatus) => {
  try {
    await makeTransition(routes, id, wanted);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.details.reason !== 'invalid') throw error;
    if (stateOf(await routes.read(id)) !== wanted.state) throw error;
  }
};

/**
 * Searches the issues of the author.
 * @throws ProviderFailure when there are more than it searches.
 */
const search = async (
  routes: IssueRoutes,
  key: string,
  { claimedAt, marker, author }: IssueClaim & { author: string },
): Promise<{ id: string; key: string } | undefined> => {
  // Jira reads a date in the time zone of the account, so the search begins a day earlier.
  const since = dayOf(addMs(new Date(claimedAt), -dayMs));
  const jql = `project = "${key}" AND creator = "${author}" AND created >= "${since}" ORDER BY created DESC`;
  let nextPageToken: string | undefined;
  for (let page = 1; page <= mostIssuePages; page++) {
    const query = { jql, fields: ['description'], maxResults: pageSize };
    const answer = await routes.search({ ...query, ...(nextPageToken !== undefined && { nextPageToken }) });
    const own = answer.issues.find(({ fields }) => adfEndsInMarker(fields.description, marker));
    if (own) return own;
    ({ nextPageToken } = answer);
    if (nextPageToken === undefined) return undefined;
  }
  throw new ProviderFailure({
    reason: 'unavailable',
    cause: 'rejected',
    detail: 'too many issues were made since',
  });
};

const requireType = async (routes: IssueRoutes, { project: key, issueType }: Settings): Promise<string> => {
  const { name, issueTypes } = await routes.project(key);
  if (issueTypes.some((one) => one.name === issueType)) return `${key} (${name})`;
  throw invalid(`the project has no issue type ${issueType}`);
};

interface JiraOptions {
  fetch: OutboundFetch;
  replaced: ReplacedOrigins;
}

const openProject = (
  { settings: given, credential }: Connection,
  { fetch, replaced }: JiraOptions,
): TrackerProject => {
  const settings = jiraSettings.parse(given);
  const { site, project: key, issueType, doneTransition, reopenTransition } = settings;
  const origin = replaced.jira ?? `https://${site}`;
  const routes = issueRoutes(jiraClient({ fetch, origin, ...jiraCredential.parse(credential) }));
  const refOf = (made: { id: string; key: string }): IssueRef => ({
    externalId: made.id,
    url: `https://${site}/browse/${made.key}`,
  });
  return {
    check: () => requireType(routes, settings),
    author: async () => (await routes.myself()).accountId,
    create: async (_claim, text) =>
      refOf(await routes.create({ project: { key }, issuetype: { name: issueType }, ...textFields(text) })),
    find: async (claim, author) => {
      const own = await search(routes, key, { ...claim, author });
      return own && refOf(own);
    },
    read: async (id, marker) => {
      const read = await routes.read(id);
      const { project: at, description } = read.fields;
      return at.key === key && adfEndsInMarker(description, marker) ? stateOf(read) : 'moved';
    },
    write: async (id, { state, text }) => {
      // The status comes first: some workflows do not let a closed issue be edited.
      const isSettled = stateOf(await routes.read(id)) === state;
      const name = state === 'closed' ? doneTransition : reopenTransition;
      if (!isSettled && state === 'open') await moveTo(routes, id, { state, name });
      if (text) await routes.change(id, textFields(text));
      if (!isSettled && state === 'closed') await moveTo(routes, id, { state, name });
    },
  };
};

/** Issues of a project in Jira Cloud. */
export const jiraIssues = (options: JiraOptions): TrackerProvider =>
  trackerProvider((connection) => openProject(connection, options));
