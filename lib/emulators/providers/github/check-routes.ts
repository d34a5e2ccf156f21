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
  type GithubCheckRun,
  type GithubState,
} from './state.ts';

const mostAnnotations = 50;
const longestText = 65_535;
const longestDescription = 140;

const annotation = z.strictObject({
  path: z.string().min(1),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  title: z.string().max(255).optional(),
  message: z.string().min(1).max(65_536),
});
const output = z.strictObject({
  title: z.string().min(1),
  summary: z.string().max(longestText),
  annotations: z.array(annotation).max(mostAnnotations).optional(),
});
const newRun = z.strictObject({
  name: z.string().min(1),
  head_sha: z.string().regex(/^[0-9a-f]{40}$/),
  external_id: z.string(),
  status: z.literal('completed'),
  conclusion: z.enum(['success', 'failure', 'neutral', 'cancelled']),
  completed_at: z.iso.datetime(),
  output,
});
const runChange = z.strictObject({ output });
const newStatus = z.strictObject({
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string().min(1),
  description: z.string().max(longestDescription),
});

const shown = (run: GithubCheckRun) => ({
  id: run.id,
  name: run.name,
  head_sha: run.sha,
  external_id: run.externalId,
  status: 'completed',
  conclusion: run.conclusion,
  completed_at: run.completedAt,
  output: { title: run.title, summary: run.summary, annotations_count: run.annotations.length },
  app: { id: run.appId, slug: 'scan-app' },
});

/** Only Apps may write check runs. @throws a refusal, 403 */
const appIdOf = (state: GithubState, call: RouteCall, context: EmulatorContext): number => {
  const { appId } = writerOf(state, call, context);
  if (appId === null) throw refusal(403, 'You must authenticate via a GitHub App.');
  return appId;
};

const newRunRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/check-runs',
    operation: 'CreateCheckRun',
    body: newRun,
    handle: answering((call) => {
      const appId = appIdOf(state, call, context);
      const { name, head_sha: sha, external_id: externalId, conclusion, completed_at: at } = call.body;
      const { title, summary, annotations = [] } = call.body.output;
      const run: GithubCheckRun = {
        id: state.nextId++,
        repository: repositoryOf(state, call),
        sha,
        name,
        externalId,
        conclusion,
        title,
        summary,
        annotations,
        appId,
        completedAt: at,
      };
      state.checkRuns.push(run);
      return { status: 201, body: shown(run) };
    }),
  }),
];

const existingRunRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/check-runs/{run}',
    operation: 'UpdateCheckRun',
    body: runChange,
    handle: answering((call) => {
      const appId = appIdOf(state, call, context);
      const repository = repositoryOf(state, call);
      const run = state.checkRuns.find(
        (one) => one.repository === repository && one.id === Number(call.params['run']),
      );
      if (!run || run.appId !== appId) throw refusal(404, 'Not Found');
      const { title, summary, annotations = [] } = call.body.output;
      Object.assign(run, { title, summary, annotations: [...run.annotations, ...annotations] });
      return { status: 200, body: shown(run) };
    }),
  }),
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/commits/{sha}/check-runs',
    operation: 'ListCheckRuns',
    query: ['check_name', 'app_id', 'filter', 'per_page', 'page'],
    handle: answering((call) => {
      writerOf(state, call, context);
      const repository = repositoryOf(state, call);
      const [name, appId] = [call.query.get('check_name'), call.query.get('app_id')];
      const runs = state.checkRuns.filter(
        (one) =>
          one.repository === repository &&
          one.sha === call.params['sha'] &&
          one.name === name &&
          (appId === null || one.appId === Number(appId)),
      );
      const newest = runs.toReversed();
      const listed = call.query.get('filter') === 'all' ? newest : newest.slice(0, 1);
      const { items } = pageOf(listed, call.query, githubPages);
      return { status: 200, body: { total_count: listed.length, check_runs: items.map(shown) } };
    }),
  }),
];

const statusRoute = (state: GithubState, context: EmulatorContext): EmulatorRoute =>
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/statuses/{sha}',
    operation: 'CreateCommitStatus',
    body: newStatus,
    handle: answering((call) => {
      const { login } = writerOf(state, call, context);
      const repository = repositoryOf(state, call);
      const sha = call.params['sha'] ?? '';
      const status = { repository, sha, ...call.body, author: login, createdAt: githubTime(context) };
      state.statuses.push(status);
      return { status: 201, body: { id: state.nextId++, ...call.body } };
    }),
  });

/** The routes of check runs, and of the statuses that a plain token writes instead. */
export const checkRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  ...newRunRoutes(state, context),
  ...existingRunRoutes(state, context),
  statusRoute(state, context),
];
