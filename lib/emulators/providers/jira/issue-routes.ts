import * as z from 'zod';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { adfDocument } from './document.ts';
import { answering } from '../kit/refusal.ts';
import {
  accountOf,
  issueTypes,
  refusal,
  requireProject,
  statuses,
  transitionsFrom,
  type JiraIssue,
  type JiraState,
} from './state.ts';

const summary = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\r\n]*$/);
const newIssue = z.strictObject({
  fields: z.strictObject({
    project: z.strictObject({ key: z.string() }),
    issuetype: z.strictObject({ name: z.string() }),
    summary,
    description: adfDocument.optional(),
  }),
});
const issueChange = z.strictObject({
  fields: z.strictObject({ summary: summary.optional(), description: adfDocument.optional() }),
});
const transition = z.strictObject({ transition: z.strictObject({ id: z.string() }) });
const searched = z.strictObject({
  jql: z.string(),
  fields: z.array(z.enum(['description', 'status'])),
  maxResults: z.int().min(1).max(5000),
  nextPageToken: z.string().optional(),
});

const shown = ({ id, key, project, status, description }: JiraIssue) => ({
  id,
  key,
  fields: {
    status: { name: status, statusCategory: { key: statuses[status] } },
    project: { key: project },
    description: description ?? null,
  },
});

/** @throws a refusal, 404 */
const issueOf = (state: JiraState, call: RouteCall): JiraIssue => {
  accountOf(state, call);
  const name = call.params['issue'];
  const issue = state.issues.find(({ id, key }) => id === name || key === name);
  if (!issue || issue.isDeleted)
    throw refusal(404, 'Issue does not exist or you do not have permission to see it.');
  requireProject(state, issue.project);
  return issue;
};

const create = (state: JiraState, call: RouteCall<z.infer<typeof newIssue>>, { now }: EmulatorContext) => {
  const creator = accountOf(state, call);
  const { project, issuetype, summary: title, description } = call.body.fields;
  if (state.deletedProjects.includes(project.key)) throw refusal(400, 'valid project is required');
  if (!issueTypes.includes(issuetype.name)) throw refusal(400, 'The issue type selected is invalid.');
  const number = state.issues.filter((one) => one.key.startsWith(`${project.key}-`)).length + 1;
  const issue: JiraIssue = {
    id: String(state.nextId++),
    key: `${project.key}-${number}`,
    project: project.key,
    issueType: issuetype.name,
    summary: title,
    description,
    status: 'To Do',
    creator,
    createdAt: new Date(now()).toISOString(),
  };
  state.issues.push(issue);
  return { status: 201, body: { id: issue.id, key: issue.key, self: `/rest/api/3/issue/${issue.id}` } };
};

/** The only query that the emulator supports. */
const query =
  /^project = "([A-Z0-9_]+)" AND creator = "([^"]+)" AND created >= "(\d{4}-\d\d-\d\d)" ORDER BY created DESC$/;

const search = (state: JiraState, call: RouteCall<z.infer<typeof searched>>) => {
  accountOf(state, call);
  const [, project, account, since = ''] = query.exec(call.body.jql) ?? [];
  if (project === undefined) throw refusal(400, 'Error in the JQL Query.');
  requireProject(state, project);
  const { maxResults, nextPageToken = '0' } = call.body;
  const found = state.issues.filter(
    (one) => one.project === project && one.creator === account && one.createdAt >= since && !one.isDeleted,
  );
  const from = Number(nextPageToken);
  const page = found.toReversed().slice(from, from + maxResults);
  const isLast = from + maxResults >= found.length;
  const next = isLast ? {} : { nextPageToken: String(from + maxResults) };
  return { status: 200, body: { issues: page.map(shown), isLast, ...next } };
};

const readingRoutes = (state: JiraState): EmulatorRoute[] => [
  route({
    method: 'GET',
    path: '/rest/api/3/myself',
    operation: 'GetMyself',
    handle: answering((call) => ({ status: 200, body: { accountId: accountOf(state, call) } })),
  }),
  route({
    method: 'GET',
    path: '/rest/api/3/project/{project}',
    operation: 'GetProject',
    handle: answering((call) => {
      accountOf(state, call);
      const { project: key = '' } = call.params;
      requireProject(state, key);
      return {
        status: 200,
        body: { id: '1', key, name: key, issueTypes: issueTypes.map((name) => ({ name })) },
      };
    }),
  }),
  route({
    method: 'POST',
    path: '/rest/api/3/search/jql',
    operation: 'SearchIssues',
    body: searched,
    handle: answering((call) => search(state, call)),
  }),
  route({
    method: 'GET',
    path: '/rest/api/3/issue/{issue}',
    operation: 'GetIssue',
    query: ['fields'],
    handle: answering((call) => ({ status: 200, body: shown(issueOf(state, call)) })),
  }),
  route({
    method: 'GET',
    path: '/rest/api/3/issue/{issue}/transitions',
    operation: 'GetTransitions',
    handle: answering((call) => {
      const { status } = issueOf(state, call);
      return { status: 200, body: { transitions: transitionsFrom(status) } };
    }),
  }),
];

const writingRoutes = (state: JiraState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: '/rest/api/3/issue',
    operation: 'CreateIssue',
    body: newIssue,
    handle: answering((call) => create(state, call, context)),
  }),
  route({
    method: 'PUT',
    path: '/rest/api/3/issue/{issue}',
    operation: 'UpdateIssue',
    body: issueChange,
    handle: answering((call) => {
      Object.assign(issueOf(state, call), call.body.fields);
      return { status: 204 };
    }),
  }),
  route({
    method: 'POST',
    path: '/rest/api/3/issue/{issue}/transitions',
    operation: 'TransitionIssue',
    body: transition,
    handle: answering((call) => {
      const issue = issueOf(state, call);
      const chosen = transitionsFrom(issue.status).find(({ id }) => id === call.body.transition.id);
      if (!chosen) throw refusal(400, 'The transition is not valid for the current status.');
      issue.status = chosen.name;
      return { status: 204 };
    }),
  }),
];

export const issueRoutes = (state: JiraState, context: EmulatorContext): EmulatorRoute[] => [
  ...readingRoutes(state),
  ...writingRoutes(state, context),
];
