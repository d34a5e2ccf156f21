import * as z from 'zod';
import {
  githubIssuesCredential,
  githubIssuesSettings,
} from '@scangate/domain/integrations/kinds/github-issues';
import type { IssueText } from '@scangate/domain/integrations/tickets/issue-text';
import { endsInMarker, markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import type { IssueClaim, IssueRef, TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import type { Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { findEntry, type PageQuery } from '../provider-list.ts';
import { providerOrigins, type ReplacedOrigins } from '../provider-origins.ts';
import {
  claimedSince,
  issuesDisabled,
  mostIssuePages,
  trackerProvider,
  type TrackerProject,
} from '../tracker-provider.ts';
import { githubClient, type GithubClient } from './client.ts';

const repository = z.object({ full_name: z.string(), has_issues: z.boolean() });
const issue = z.object({
  number: z.int(),
  html_url: z.url(),
  state: z.enum(['open', 'closed']),
  body: z.string().nullish(),
});
const listed = z.array(
  issue.extend({
    pull_request: z.unknown().optional(),
    performed_via_github_app: z.object({ id: z.int(), client_id: z.string().optional() }).nullish(),
    created_at: z.string(),
  }),
);
type Listed = z.infer<typeof listed>[number];

/** The five routes of issues; the client has those of credentials. */
const issueRoutes = (client: GithubClient, path: string) => {
  const at = (number: string) => `${path}/issues/${encodeURIComponent(number)}`;
  return {
    repository: () => client.call({ method: 'GET', path, answer: repository }),
    list: (query: Record<string, string>) =>
      client.call({ method: 'GET', path: `${path}/issues?${new URLSearchParams(query)}`, answer: listed }),
    create: (body: object) => client.call({ method: 'POST', path: `${path}/issues`, body, answer: issue }),
    read: (number: string) => client.call({ method: 'GET', path: at(number), answer: issue }),
    change: (number: string, body: object) =>
      client.call({ method: 'PATCH', path: at(number), body, answer: issue }),
  };
};
type IssueRoutes = ReturnType<typeof issueRoutes>;

const contentOf = (text: IssueText) => ({ title: text.title, body: markdownIssue(text) });

const refOf = ({ number, html_url: url }: z.infer<typeof issue>): IssueRef => ({
  externalId: String(number),
  url,
});

/** @throws ProviderFailure when the repository does not accept issues. */
const requireIssues = async (routes: IssueRoutes): Promise<string> => {
  const { full_name: name, has_issues: hasIssues } = await routes.repository();
  if (hasIssues) return name;
  throw issuesDisabled();
};

/** Marks an App among authors; no login has a colon. */
const appPrefix = 'app:';

/**
 * Searches the newest issues.
 * @throws ProviderFailure when there are more than it searches.
 */
const search = async (
  routes: IssueRoutes,
  claim: IssueClaim,
  author: string,
): Promise<IssueRef | undefined> => {
  const appId = author.startsWith(appPrefix) ? author.slice(appPrefix.length) : undefined;
  const query = {
    ...(appId === undefined && { creator: author }),
    state: 'all',
    sort: 'created',
    direction: 'desc',
    since: claimedSince(claim),
  };
  const read = ({ page, size }: PageQuery) =>
    routes.list({ ...query, per_page: String(size), page: String(page) });
  // The list can filter by users as creators, but not by Apps.
  const isByAuthor = ({ performed_via_github_app: app }: Listed) =>
    appId === undefined || String(app?.id) === appId || app?.client_id === appId;
  const isWanted = (one: Listed) =>
    !one.pull_request && isByAuthor(one) && endsInMarker(one.body, claim.marker);
  const own = await findEntry(read, { mostPages: mostIssuePages, isWanted });
  return own && refOf(own);
};

interface GithubIssuesOptions {
  fetch: OutboundFetch;
  replaced: ReplacedOrigins;
  now: () => Date;
}

const openProject = (
  { settings, credential }: Connection,
  { fetch, replaced, now }: GithubIssuesOptions,
): TrackerProject => {
  const { repository: name, url } = githubIssuesSettings.parse(settings);
  const own = githubIssuesCredential.parse(credential);
  const origin = replaced.github ?? (url === undefined ? providerOrigins.github : `${url}/api/v3`);
  const client = githubClient({ fetch, origin, credential: own, now });
  const routes = issueRoutes(client, `/repos/${name}`);
  return {
    check: () => requireIssues(routes),
    author: async () => ('token' in own ? client.login() : `${appPrefix}${own.appId}`),
    create: async (_claim, text) => refOf(await routes.create(contentOf(text))),
    find: (claim, author) => search(routes, claim, author),
    read: async (id, marker) => {
      const { state, body } = await routes.read(id);
      return endsInMarker(body, marker) ? state : 'moved';
    },
    write: async (id, { state, text }) => {
      const reason = state === 'open' ? 'reopened' : 'completed';
      await routes.change(id, { state, state_reason: reason, ...(text && contentOf(text)) });
    },
  };
};

/** Issues of a repository at GitHub. */
export const githubIssues = (options: GithubIssuesOptions): TrackerProvider =>
  trackerProvider((connection) => openProject(connection, options));
