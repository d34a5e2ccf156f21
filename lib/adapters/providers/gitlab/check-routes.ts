import * as z from 'zod';
import type { CheckConclusion } from '@scangate/domain/integrations/checks/judge-check';
import type { CheckWriter, WrittenResult } from '#ports/integrations/check-writer.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { writeServiceComment, type CommentRoutes } from '../write-service-comment.ts';
import type { ProviderClient } from '../provider-client.ts';
import { projectPath } from './client.ts';

const statusName = 'Scangate';
/** GitLab accepts a million; more than this is unreadable. */
const commentRoom = 65_536;

const states: Readonly<Record<CheckConclusion, string>> = {
  success: 'success',
  failure: 'failed',
  neutral: 'pending',
  error: 'failed',
  cancelled: 'canceled',
};

const id = z.object({ id: z.number() });
const user = z.object({ username: z.string() });
const notes = z.array(
  z.object({ id: z.number(), body: z.string(), author: z.object({ username: z.string() }) }),
);

/** GitLab refuses to set a status to its current state, unless that is final. */
const isThereAlready = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  error.details.status === 400 &&
  error.details.detail.includes('Cannot transition status via :enqueue from :pending');

const statusWriter =
  (client: ProviderClient, base: string) =>
  async ({ commitHash, conclusion, title }: WrittenResult): Promise<void> => {
    const body = { state: states[conclusion], name: statusName, description: title };
    const path = `${base}/statuses/${commitHash}`;
    try {
      await client.call({ method: 'POST', path, body, answer: id });
    } catch (error) {
      if (conclusion !== 'neutral' || !isThereAlready(error)) throw error;
    }
  };

const noteRoutes = (client: ProviderClient, base: string, number: number): CommentRoutes => {
  const path = `${base}/merge_requests/${number}/notes`;
  return {
    author: async () => (await client.call({ method: 'GET', path: '/api/v4/user', answer: user })).username,
    list: async ({ page, size }) => {
      const query = `sort=asc&order_by=created_at&per_page=${size}&page=${page}`;
      const listed = await client.call({ method: 'GET', path: `${path}?${query}`, answer: notes });
      return listed.map((note) => ({ id: String(note.id), author: note.author.username, body: note.body }));
    },
    create: async (body) =>
      String((await client.call({ method: 'POST', path, body: { body }, answer: id })).id),
    edit: async (noteId, body) => {
      await client.call({ method: 'PUT', path: `${path}/${noteId}`, body: { body }, answer: id });
    },
  };
};

/** Writes to a project of GitLab: commit statuses, and notes on merge requests. */
export const gitlabCheckWriter = (client: ProviderClient, project: string): CheckWriter => {
  const base = projectPath(project);
  return {
    commentRoom,
    takesReport: false,
    writeResult: statusWriter(client, base),
    writeComment: (comment) => writeServiceComment(comment, noteRoutes(client, base, comment.number)),
  };
};
