import * as z from 'zod';
import { pageOf } from '../kit/page.ts';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { answering } from '../kit/refusal.ts';
import {
  githubPages,
  githubTime,
  refusal,
  repositoryOf,
  writerOf,
  type GithubIssue,
  type GithubState,
} from './state.ts';

/** GitHub refuses longer titles and bodies. */
const title = z.string().min(1).max(256);
const body = z.string().max(65_536);

const newIssue = z.strictObject({ title, body: body.optional(), labels: z.array(z.string()).optional() });
const issueChange = z.strictObject({
  title: title.optional(),
  body: body.optional(),
  state: z.enum(['open', 'closed']).optional(),
  state_reason: z.enum(['completed', 'not_planned', 'reopened']).optional(),
});

const shown = (issue: GithubIssue) => ({
  id: issue.id,
  number: issue.number,
  html_url: `https://github.com/${issue.repository}/issues/${issue.number}`,
  title: issue.title,
  body: issue.body,
  state: issue.state,
  state_reason: issue.stateReason,
  user: { login: issue.author },
  performed_via_github_app: issue.appId === null ? null : { id: issue.appId, slug: 'scan-app' },
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
});

const listed = ({ issues }: GithubState, repository: string, query: URLSearchParams): GithubIssue[] => {
  const [state, creator, since] = [query.get('state') ?? 'open', query.get('creator'), query.get('since')];
  const found = issues.filter(
    (issue) =>
      issue.repository === repository &&
      !issue.isDeleted &&
      !issue.movedTo &&
      (state === 'all' || issue.state === state) &&
      (creator === null || issue.author === creator) &&
      (since === null || Date.parse(issue.updatedAt) >= Date.parse(since)),
  );
  return pageOf(found.toReversed(), query, githubPages).items;
};

/** @throws a refusal, 301 for a moved issue, 410 for a deleted one, 404 for none. */
const issueOf = (state: GithubState, call: RouteCall): GithubIssue => {
  const repository = repositoryOf(state, call);
  const number = Number(call.params['number']);
  const issue = state.issues.find((one) => one.repository === repository && one.number === number);
  if (!issue) throw refusal(404, 'Not Found');
  if (issue.isDeleted) throw refusal(410, 'This issue was deleted');
  if (issue.movedTo !== undefined) throw refusal(301, 'Moved Permanently');
  return issue;
};

const create = (state: GithubState, call: RouteCall<z.infer<typeof newIssue>>, context: EmulatorContext) => {
  const repository = repositoryOf(state, call);
  if (state.repositoriesWithoutIssues.includes(repository))
    throw refusal(410, 'Issues are disabled for this repo');
  const { login, appId } = writerOf(state, call, context);
  const at = githubTime(context);
  const issue: GithubIssue = {
    id: state.nextId++,
    number: state.issues.filter((one) => one.repository === repository).length + 1,
    repository,
    title: call.body.title,
    body: call.body.body ?? null,
    state: 'open',
    stateReason: null,
    author: login,
    appId,
    createdAt: at,
    updatedAt: at,
  };
  state.issues.push(issue);
  return { status: 201, body: shown(issue) };
};

const issuesPath = '/repos/{owner}/{repo}/issues';

const readingRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    operation: 'GetRepository',
    handle: answering((call) => {
      writerOf(state, call, context);
      const full_name = repositoryOf(state, call);
      const has_issues = !state.repositoriesWithoutIssues.includes(full_name);
      return { status: 200, body: { id: 1, full_name, has_issues, default_branch: 'main' } };
    }),
  }),
  route({
    method: 'GET',
    path: issuesPath,
    operation: 'ListIssues',
    query: ['state', 'creator', 'since', 'sort', 'direction', 'per_page', 'page'],
    handle: answering((call) => {
      writerOf(state, call, context);
      return { status: 200, body: listed(state, repositoryOf(state, call), call.query).map(shown) };
    }),
  }),
];

const writingRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: issuesPath,
    operation: 'CreateIssue',
    body: newIssue,
    handle: answering((call) => {
      writerOf(state, call, context);
      return create(state, call, context);
    }),
  }),
  route({
    method: 'GET',
    path: `${issuesPath}/{number}`,
    operation: 'GetIssue',
    handle: answering((call) => {
      writerOf(state, call, context);
      return { status: 200, body: shown(issueOf(state, call)) };
    }),
  }),
  route({
    method: 'PATCH',
    path: `${issuesPath}/{number}`,
    operation: 'UpdateIssue',
    body: issueChange,
    handle: answering((call) => {
      writerOf(state, call, context);
      const issue = issueOf(state, call);
      const { state_reason: stateReason, ...change } = call.body;
      const wasOpen = issue.state === 'open';
      Object.assign(issue, change, { updatedAt: githubTime(context) });
      if (issue.state === 'closed' && wasOpen) issue.stateReason = stateReason ?? 'completed';
      if (issue.state === 'open' && !wasOpen) issue.stateReason = 'reopened';
      return { status: 200, body: shown(issue) };
    }),
  }),
];

export const issueRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  ...readingRoutes(state, context),
  ...writingRoutes(state, context),
];
