import * as z from 'zod';
import { pageOf } from '../kit/page.ts';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { answering } from '../kit/refusal.ts';
import {
  gitlabPages,
  gitlabTime,
  refusal,
  projectOf,
  writerOf,
  type GitlabIssue,
  type GitlabState,
} from './state.ts';

/** GitLab refuses longer titles and descriptions. */
const title = z.string().min(1).max(255);
const description = z.string().max(1_048_576);

const newIssue = z.strictObject({ title, description: description.optional() });
const issueChange = z.strictObject({
  title: title.optional(),
  description: description.optional(),
  state_event: z.enum(['close', 'reopen']).optional(),
});

const shown = (issue: GitlabIssue) => ({
  id: issue.id,
  iid: issue.iid,
  web_url: `https://gitlab.com/${issue.project}/-/issues/${issue.iid}`,
  title: issue.title,
  description: issue.description,
  state: issue.state,
  author: { username: issue.author },
  moved_to_id: issue.movedToId,
  created_at: issue.createdAt,
  updated_at: issue.updatedAt,
});

const listed = ({ issues }: GitlabState, call: RouteCall, { project, writer }: Listing): GitlabIssue[] => {
  const { query } = call;
  const after = query.get('created_after');
  const found = issues.filter(
    (issue) =>
      issue.project === project &&
      !issue.isDeleted &&
      (query.get('scope') === 'all' || issue.author === writer) &&
      [null, issue.author].includes(query.get('author_username')) &&
      (after === null || Date.parse(issue.createdAt) >= Date.parse(after)),
  );
  return pageOf(found.toReversed(), query, gitlabPages).items;
};

interface Listing {
  project: string;
  writer: string;
}

/** @throws a refusal, 404 */
const issueOf = (state: GitlabState, call: RouteCall): GitlabIssue => {
  writerOf(state, call);
  const project = projectOf(state, call);
  const iid = Number(call.params['iid']);
  const issue = state.issues.find((one) => one.project === project && one.iid === iid);
  if (!issue || issue.isDeleted) throw refusal(404, '404 Issue Not Found');
  return issue;
};

const create = (state: GitlabState, call: RouteCall<z.infer<typeof newIssue>>, context: EmulatorContext) => {
  const author = writerOf(state, call);
  const project = projectOf(state, call);
  if (state.projectsWithoutIssues.includes(project)) throw refusal(403, '403 Forbidden');
  const at = gitlabTime(context);
  const issue: GitlabIssue = {
    id: state.nextId++,
    iid: state.issues.filter((one) => one.project === project).length + 1,
    project,
    title: call.body.title,
    description: call.body.description ?? '',
    state: 'opened',
    author,
    createdAt: at,
    updatedAt: at,
    movedToId: null,
  };
  state.issues.push(issue);
  return { status: 201, body: shown(issue) };
};

const projectPath = '/api/v4/projects/{project}';
const issuesPath = `${projectPath}/issues`;

const readingRoutes = (state: GitlabState): EmulatorRoute[] => [
  route({
    method: 'GET',
    path: projectPath,
    operation: 'GetProject',
    handle: answering((call) => {
      writerOf(state, call);
      const path_with_namespace = projectOf(state, call);
      const issues_enabled = !state.projectsWithoutIssues.includes(path_with_namespace);
      return { status: 200, body: { id: 1, path_with_namespace, issues_enabled, default_branch: 'main' } };
    }),
  }),
  route({
    method: 'GET',
    path: issuesPath,
    operation: 'ListIssues',
    query: ['scope', 'author_username', 'created_after', 'order_by', 'sort', 'per_page', 'page'],
    handle: answering((call) => {
      const writer = writerOf(state, call);
      const project = projectOf(state, call);
      return { status: 200, body: listed(state, call, { project, writer }).map(shown) };
    }),
  }),
];

const writingRoutes = (state: GitlabState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: issuesPath,
    operation: 'CreateIssue',
    body: newIssue,
    handle: answering((call) => create(state, call, context)),
  }),
  route({
    method: 'GET',
    path: `${issuesPath}/{iid}`,
    operation: 'GetIssue',
    handle: answering((call) => ({ status: 200, body: shown(issueOf(state, call)) })),
  }),
  route({
    method: 'PUT',
    path: `${issuesPath}/{iid}`,
    operation: 'UpdateIssue',
    body: issueChange,
    handle: answering((call) => {
      const issue = issueOf(state, call);
      const { state_event: stateEvent, ...change } = call.body;
      const states = { close: 'closed', reopen: 'opened' } as const;
      Object.assign(issue, change, stateEvent && { state: states[stateEvent] }, {
        updatedAt: gitlabTime(context),
      });
      return { status: 200, body: shown(issue) };
    }),
  }),
];

export const issueRoutes = (state: GitlabState, context: EmulatorContext): EmulatorRoute[] => [
  ...readingRoutes(state),
  ...writingRoutes(state, context),
];
