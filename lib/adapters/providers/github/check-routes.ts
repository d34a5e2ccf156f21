import * as z from 'zod';
import type { CheckAnnotation } from '@scangate/domain/integrations/checks/check-annotations';
import type { CheckConclusion } from '@scangate/domain/integrations/checks/judge-check';
import type { CheckWriter, WrittenResult } from '#ports/integrations/check-writer.ts';
import { writeServiceComment, type CommentRoutes } from '../write-service-comment.ts';
import { findEntry, type PageQuery } from '../provider-list.ts';
import { encodedPath } from '../repository-place.ts';
import type { GithubClient } from './client.ts';

/** The name of the check and of the status, which branch protection names. */
const checkName = 'Scangate';
const perRequest = 50;
/** The limit of pages of runs with one name at one commit: more than there are scans. */
const mostPages = 50;
/** GitHub accepts 65,535 characters of a summary and 65,536 of a comment. */
const summaryRoom = 65_535;
const commentRoom = 65_536;

/** A failed scan is not a judgment, and is just as red. */
const conclusions: Readonly<Record<CheckConclusion, string>> = {
  success: 'success',
  failure: 'failure',
  neutral: 'neutral',
  error: 'failure',
  cancelled: 'cancelled',
};

const states: Readonly<Record<CheckConclusion, string>> = {
  success: 'success',
  failure: 'failure',
  neutral: 'pending',
  error: 'error',
  cancelled: 'error',
};

const id = z.object({ id: z.number() });
const checkRun = z.object({
  id: z.number(),
  external_id: z.string().nullable(),
  app: z.object({ id: z.int(), client_id: z.string().optional() }).nullish(),
  output: z.object({ annotations_count: z.number() }),
});
const checkRuns = z.object({ check_runs: z.array(checkRun) });
const comments = z.array(
  z.object({
    id: z.number(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullable(),
  }),
);
const anything = z.unknown();

const annotationBody = ({ path, startLine, endLine, level, title, message }: CheckAnnotation) => ({
  path,
  start_line: startLine,
  end_line: endLine,
  annotation_level: level,
  title,
  message,
});

const outputOf = ({ title, text, annotations }: WrittenResult, from: number) => ({
  title,
  summary: text.slice(0, summaryRoom),
  annotations: annotations.slice(from, from + perRequest).map(annotationBody),
});

interface Known {
  runId: number;
  /** The annotations that the run has. */
  count: number;
}

/** Writes check runs, which GitHub only accepts from Apps. */
const checkRunWriter = (client: GithubClient, { base, appId }: { base: string; appId: string }) => {
  /** Another App may use the same name and ids. */
  const isOwn = ({ app }: z.infer<typeof checkRun>): boolean =>
    String(app?.id) === appId || app?.client_id === appId;
  const find = async ({ commitHash, scanId }: WrittenResult): Promise<Known | undefined> => {
    const read = async ({ page, size }: PageQuery) => {
      const query = new URLSearchParams({
        check_name: checkName,
        ...(/^\d+$/.test(appId) && { app_id: appId }),
        filter: 'all',
        per_page: String(size),
        page: String(page),
      });
      const path = `${base}/commits/${commitHash}/check-runs?${query}`;
      return (await client.call({ method: 'GET', path, answer: checkRuns })).check_runs;
    };
    const isWanted = (run: z.infer<typeof checkRun>) => run.external_id === scanId && isOwn(run);
    const own = await findEntry(read, { mostPages, isWanted });
    return own && { runId: own.id, count: own.output.annotations_count };
  };
  const create = async (result: WrittenResult): Promise<Known> => {
    const { commitHash, scanId, conclusion, finishedAt, annotations } = result;
    const body = {
      name: checkName,
      head_sha: commitHash,
      external_id: scanId,
      status: 'completed',
      conclusion: conclusions[conclusion],
      completed_at: finishedAt,
      output: outputOf(result, 0),
    };
    const made = await client.call({ method: 'POST', path: `${base}/check-runs`, body, answer: id });
    return { runId: made.id, count: Math.min(perRequest, annotations.length) };
  };
  return async (result: WrittenResult): Promise<void> => {
    // A new run for each scan: annotations of a run are only ever added to.
    const known = (await find(result)) ?? (await create(result));
    for (let from = known.count; from < result.annotations.length; from += perRequest)
      await client.call({
        method: 'PATCH',
        path: `${base}/check-runs/${known.runId}`,
        body: { output: outputOf(result, from) },
        answer: id,
      });
  };
};

const statusWriter =
  (client: GithubClient, base: string) =>
  async ({ commitHash, conclusion, title }: WrittenResult): Promise<void> => {
    const body = { state: states[conclusion], context: checkName, description: title };
    await client.call({ method: 'POST', path: `${base}/statuses/${commitHash}`, body, answer: anything });
  };

const commentRoutes = (client: GithubClient, base: string, number: number): CommentRoutes => ({
  author: () => client.login(),
  list: async ({ page, size }) => {
    const path = `${base}/issues/${number}/comments?per_page=${size}&page=${page}`;
    const listed = await client.call({ method: 'GET', path, answer: comments });
    return listed.map((comment) => ({
      id: String(comment.id),
      author: comment.user?.login,
      body: comment.body ?? '',
    }));
  },
  create: async (body) => {
    const path = `${base}/issues/${number}/comments`;
    const made = await client.call({ method: 'POST', path, body: { body }, answer: id });
    return String(made.id);
  },
  edit: async (commentId, body) => {
    const path = `${base}/issues/comments/${commentId}`;
    await client.call({ method: 'PATCH', path, body: { body }, answer: id });
  },
});

/** Writes to a repository of GitHub: check runs as an App, commit statuses with a token, and comments with both. */
export const githubCheckWriter = (client: GithubClient, repository: string): CheckWriter => {
  const base = `/repos/${encodedPath(repository)}`;
  const { appId } = client;
  return {
    commentRoom,
    takesReport: appId !== undefined,
    writeResult: appId === undefined ? statusWriter(client, base) : checkRunWriter(client, { base, appId }),
    writeComment: (comment) => writeServiceComment(comment, commentRoutes(client, base, comment.number)),
  };
};
