import * as z from 'zod';
import type { CheckConclusion } from '@scangate/domain/integrations/checks/judge-check';
import { commentMarker, withoutHtml } from '@scangate/domain/integrations/checks/check-text';
import type { CheckWriter, WrittenResult } from '#ports/integrations/check-writer.ts';
import { writeServiceComment, type CommentRoutes } from '../write-service-comment.ts';
import type { ProviderClient } from '../provider-client.ts';
import { encodedPath } from '../repository-place.ts';

const statusKey = 'scangate';
const statusName = 'Scangate';
const commentRoom = 32_768;

/** Bitbucket shows HTML comments as text; an unreferenced link definition is not shown. */
const hiddenMarker = `[//]: # (${commentMarker})`;

const states: Readonly<Record<CheckConclusion, string>> = {
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  neutral: 'INPROGRESS',
  error: 'FAILED',
  cancelled: 'STOPPED',
};

const id = z.object({ id: z.number() });
const anything = z.unknown();
const user = z.object({ uuid: z.string() });
const comments = z.object({
  values: z.array(
    z.object({
      id: z.number(),
      deleted: z.boolean().optional(),
      content: z.object({ raw: z.string().nullish() }),
      user: z.object({ uuid: z.string() }).nullish(),
    }),
  ),
});

/** A build status must link to something: to the commit itself. */
const pageOf = (repository: string, commitHash: string): string =>
  `https://bitbucket.org/${encodedPath(repository)}/commits/${commitHash}`;

const statusWriter =
  (client: ProviderClient, repository: string) =>
  async ({ commitHash, conclusion, title }: WrittenResult): Promise<void> => {
    const path = `/2.0/repositories/${encodedPath(repository)}/commit/${commitHash}/statuses/build`;
    const body = {
      key: statusKey,
      name: statusName,
      state: states[conclusion],
      description: title,
      url: pageOf(repository, commitHash),
    };
    await client.call({ method: 'POST', path, body, answer: anything });
  };

const commentRoutes = (client: ProviderClient, repository: string, number: number): CommentRoutes => {
  const path = `/2.0/repositories/${encodedPath(repository)}/pullrequests/${number}/comments`;
  const bodyOf = (raw: string) => ({ content: { raw } });
  return {
    author: async () => (await client.call({ method: 'GET', path: '/2.0/user', answer: user })).uuid,
    list: async ({ page, size }) => {
      const query = `pagelen=${size}&page=${page}&sort=created_on`;
      const listed = await client.call({ method: 'GET', path: `${path}?${query}`, answer: comments });
      return listed.values.map((comment) => ({
        id: String(comment.id),
        author: comment.deleted ? undefined : comment.user?.uuid,
        body: comment.content.raw ?? '',
      }));
    },
    create: async (body) =>
      String((await client.call({ method: 'POST', path, body: bodyOf(body), answer: id })).id),
    edit: async (commentId, body) => {
      await client.call({ method: 'PUT', path: `${path}/${commentId}`, body: bodyOf(body), answer: id });
    },
  };
};

/** Writes to a repository of Bitbucket Cloud: build statuses, and comments on pull requests. */
export const bitbucketCheckWriter = (client: ProviderClient, repository: string): CheckWriter => ({
  commentRoom,
  takesReport: false,
  writeResult: statusWriter(client, repository),
  writeComment: (comment) =>
    writeServiceComment(
      { ...comment, text: withoutHtml(comment.text) },
      commentRoutes(client, repository, comment.number),
      hiddenMarker,
    ),
});
