import * as z from 'zod';
import {
  gitlabIssuesCredential,
  gitlabIssuesSettings,
} from '@scangate/domain/integrations/kinds/gitlab-issues';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';
import { endsInMarker, markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import type { IssueClaim, IssueRef, IssueState, TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import type { Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { ProviderClient } from '../provider-client.ts';
import { findEntry, type PageQuery } from '../provider-list.ts';
import { providerOrigins, type ReplacedOrigins } from '../provider-origins.ts';
import {
  claimedSince,
  issuesDisabled,
  mostIssuePages,
  trackerProvider,
  type TrackerProject,
} from '../tracker-provider.ts';
import { gitlabClient, projectPath } from './client.ts';

const project = z.object({ path_with_namespace: z.string(), issues_enabled: z.boolean().optional() });
const user = z.object({ username: z.string() });
const issue = z.object({
  iid: z.int(),
  web_url: z.url(),
  state: z.enum(['opened', 'closed']),
  description: z.string().nullish(),
  moved_to_id: z.int().nullish(),
});
type Issue = z.infer<typeof issue>;

/** The routes of issues, and the one that names the author. */
const issueRoutes = (client: ProviderClient, name: string) => {
  const path = projectPath(name);
  const at = (iid: string) => `${path}/issues/${encodeURIComponent(iid)}`;
  return {
    user: () => client.call({ method: 'GET', path: '/api/v4/user', answer: user }),
    project: () => client.call({ method: 'GET', path, answer: project }),
    list: (query: Record<string, string>) =>
      client.call({
        method: 'GET',
        path: `${path}/issues?${new URLSearchParams(query)}`,
        answer: z.array(issue),
      }),
    create: (body: object) => client.call({ method: 'POST', path: `${path}/issues`, body, answer: issue }),
    read: (iid: string) => client.call({ method: 'GET', path: at(iid), answer: issue }),
    change: (iid: string, body: object) => client.call({ method: 'PUT', path: at(iid), body, answer: issue }),
  };
};
type IssueRoutes = ReturnType<typeof issueRoutes>;

const contentOf = (text: IssueText) => ({ title: text.title, description: markdownIssue(text) });

const refOf = ({ iid, web_url: url }: Issue): IssueRef => ({ externalId: String(iid), url });

const stateOf = ({ state, description, moved_to_id: movedTo }: Issue, marker: string): IssueState => {
  const isElsewhere = movedTo !== null && movedTo !== undefined;
  if (isElsewhere || !endsInMarker(description, marker)) return 'moved';
  return state === 'opened' ? 'open' : 'closed';
};

/** @throws ProviderFailure when the project does not accept issues. */
const requireIssues = async (routes: IssueRoutes): Promise<string> => {
  const { path_with_namespace: name, issues_enabled: isEnabled = true } = await routes.project();
  if (isEnabled) return name;
  throw issuesDisabled();
};

/**
 * Searches the issues of the author.
 * @throws ProviderFailure when there are more than it searches.
 */
const search = async (
  routes: IssueRoutes,
  claim: IssueClaim,
  author_username: string,
): Promise<IssueRef | undefined> => {
  const created_after = claimedSince(claim);
  const query = { scope: 'all', author_username, created_after, order_by: 'created_at', sort: 'desc' };
  const read = ({ page, size }: PageQuery) =>
    routes.list({ ...query, per_page: String(size), page: String(page) });
  const isWanted = ({ description }: Issue) => endsInMarker(description, claim.marker);
  const own = await findEntry(read, { mostPages: mostIssuePages, isWanted });
  return own && refOf(own);
};

interface GitlabIssuesOptions {
  fetch: OutboundFetch;
  replaced: ReplacedOrigins;
}

const openProject = (
  { settings, credential }: Connection,
  { fetch, replaced }: GitlabIssuesOptions,
): TrackerProject => {
  const { project: name, url } = gitlabIssuesSettings.parse(settings);
  const { token } = gitlabIssuesCredential.parse(credential);
  const origin = replaced.gitlab ?? url ?? providerOrigins.gitlab;
  const routes = issueRoutes(gitlabClient({ fetch, origin, token }), name);
  return {
    check: () => requireIssues(routes),
    author: async () => (await routes.user()).username,
    create: async (_claim, text) => refOf(await routes.create(contentOf(text))),
    find: (claim, author) => search(routes, claim, author),
    read: async (id, marker) => stateOf(await routes.read(id), marker),
    write: async (id, { state, text }) => {
      const event = state === 'open' ? 'reopen' : 'close';
      await routes.change(id, { state_event: event, ...(text && contentOf(text)) });
    },
  };
};

/** Issues of a project at GitLab. */
export const gitlabIssues = (options: GitlabIssuesOptions): TrackerProvider =>
  trackerProvider((connection) => openProject(connection, options));
