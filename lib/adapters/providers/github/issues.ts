import * as z from 'zod';
import {
  githubIssuesCredential,
  githubIssuesSettings,
} from '@scangate/domain/integrations/kinds/github-issues';
import { endsInMarker, markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import { addMs, minuteMs } from '@scangate/domain/instant';
import type {
  IssueClaim,
  IssueRef,
  IssueTracker,
  TrackerProvider,
} from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { readOrGone, writeUnlessGone } from '../gone-issue.ts';
import { findEntry, type PageQuery } from '../provider-list.ts';
import { providerOrigins, type ReplacedOrigins } from '../provider-origins.ts';
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
const issueRoutes = (client: GithubClient, path: string) => ({
  repository: () => client.call({ method: 'GET', path, answer: repository }),
  list: (query: Record<string, string>) =>
    client.call({ method: 'GET', path: `${path}/issues?${new URLSearchParams(query)}`, answer: listed }),
  create: (body: { title: string; body: string }) =>
    client.call({ method: 'POST', path: `${path}/issues`, body, answer: issue }),
  read: (number: string) =>
    client.call({ method: 'GET', path: `${path}/issues/${encodeURIComponent(number)}`, answer: issue }),
  change: (number: string, body: object) =>
    client.call({
      method: 'PATCH',
      path: `${path}/issues/${encodeURIComponent(number)}`,
      body,
      answer: issue,
    }),
});
type IssueRoutes = ReturnType<typeof issueRoutes>;

const refOf = ({ number, html_url: url }: z.infer<typeof issue>): IssueRef => ({
  externalId: String(number),
  url,
});

/** @throws ProviderFailure when the repository takes no issues. */
const requireIssues = async (routes: IssueRoutes): Promise<string> => {
  const { full_name: name, has_issues: hasIssues } = await routes.repository();
  if (hasIssues) return name;
  throw new ProviderFailure({ reason: 'gone', cause: 'rejected', detail: 'issues are disabled' });
};

/** The clock of the host may be behind. */
const clockToleranceMs = 5 * minuteMs;
const mostPages = 50;

interface Search {
  claim: IssueClaim;
  /** Whether an issue was made by the author, as far as the query does not say so. */
  isOwn: (one: Listed) => boolean;
  query: Record<string, string>;
}

/** Looks through the newest issues. @throws ProviderFailure when there are more than it looks through. */
const search = async (
  routes: IssueRoutes,
  { claim, isOwn, query }: Search,
): Promise<IssueRef | undefined> => {
  const since = addMs(new Date(claim.claimedAt), -clockToleranceMs);
  const order = { state: 'all', sort: 'created', direction: 'desc' };
  const read = ({ page, size }: PageQuery) =>
    routes.list({ ...query, ...order, since, per_page: String(size), page: String(page) });
  const isWanted = (one: Listed) => !one.pull_request && isOwn(one) && endsInMarker(one.body, claim.marker);
  const own = await findEntry(read, { mostPages, isWanted });
  return own && refOf(own);
};

/** Marks an App among authors; no login has a colon. */
const appPrefix = 'app:';

interface GithubIssuesOptions {
  fetch: OutboundFetch;
  replaced: ReplacedOrigins;
  now: () => Date;
}

const openTracker = ({ settings, credential }: Connection, { fetch, replaced, now }: GithubIssuesOptions) => {
  const { repository: name, url } = githubIssuesSettings.parse(settings);
  const own = githubIssuesCredential.parse(credential);
  const origin = replaced.github ?? (url === undefined ? providerOrigins.github : `${url}/api/v3`);
  const client = githubClient({ fetch, origin, credential: own, now });
  const routes = issueRoutes(client, `/repos/${name}`);
  const check = () => requireIssues(routes);
  let known: Promise<string> | undefined;
  const author = () =>
    (known ??= 'token' in own ? client.login() : Promise.resolve(`${appPrefix}${own.appId}`));
  const tracker: IssueTracker = {
    create: async (_claim, text) =>
      refOf(await routes.create({ title: text.title, body: markdownIssue(text) })),
    author,
    find: async (claim) => {
      const by = claim.author ?? (await author());
      const appId = by.startsWith(appPrefix) ? by.slice(appPrefix.length) : undefined;
      if (appId === undefined) return search(routes, { claim, isOwn: () => true, query: { creator: by } });
      const isOwn = ({ performed_via_github_app: app }: Listed) =>
        String(app?.id) === appId || app?.client_id === appId;
      return search(routes, { claim, isOwn, query: {} });
    },
    read: (id, marker) =>
      readOrGone(async () => {
        const { state, body } = await routes.read(id);
        return endsInMarker(body, marker) ? state : 'moved';
      }, check),
    write: (id, { state, text }) =>
      writeUnlessGone(
        () =>
          routes.change(id, {
            state,
            state_reason: state === 'open' ? 'reopened' : 'completed',
            ...(text && { title: text.title, body: markdownIssue(text) }),
          }),
        check,
      ),
  };
  return { tracker, check };
};

/** Issues of a repository at GitHub. */
export const githubIssues = (options: GithubIssuesOptions): TrackerProvider => ({
  check: async (connection) => ({ target: await openTracker(connection, options).check() }),
  open: (connection) => openTracker(connection, options).tracker,
});
