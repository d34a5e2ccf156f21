import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from './code-host.ts';
import type { CallHost } from './host-request.ts';
import { listAt, textAt, valueAt } from '../json-value.ts';

const version = 'api-version=7.1';

/** The first comment of a thread. Later ones are replies of people. */
const threadOf =
  (author: string) =>
  (thread: unknown): HostComment => {
    const first = listAt(thread, 'comments')[0];
    const isDeleted = valueAt(thread, 'isDeleted') === true || valueAt(first, 'isDeleted') === true;
    return {
      id: textAt(thread, 'id'),
      isOwn: !isDeleted && textAt(first, 'id') === '1' && textAt(first, 'author.id') === author,
      body: textAt(first, 'content'),
    };
  };

export interface AzurePlace {
  /** The address of the organization, with a slash at its end. */
  collectionUrl: string;
  project: string;
  repositoryId: string;
  number: number;
}

/** A pull request of Azure Repos. Each comment starts a thread, and all threads come in one page. */
export const azurePullRequest = (
  call: CallHost,
  { collectionUrl, project, repositoryId, number }: AzurePlace,
): PullRequestHost => {
  const [inProject, repository] = [project, repositoryId].map(encodeURIComponent);
  const git = `${collectionUrl}${inProject}/_apis/git/repositories/${repository}/pullRequests/${number}`;
  const get = (url: string): Promise<unknown> => call({ method: 'GET', url });
  const firstComment = (id: string): string => `${git}/threads/${id}/comments/1?${version}`;
  return {
    title: 'Azure Repos',
    room: 150_000,
    marker: commentMarker,
    showsHtml: true,
    async read() {
      const [connection, found, threads] = await Promise.all([
        get(`${collectionUrl}_apis/connectionData`),
        get(`${git}?${version}`),
        get(`${git}/threads?${version}`),
      ]);
      const author = textAt(connection, 'authenticatedUser.id');
      if (author === '') throw new HostFailure('Azure Repos does not say who owns the token.');
      return {
        head: textAt(found, 'lastMergeSourceCommit.commitId'),
        comments: listAt(threads, 'value').map(threadOf(author)),
      };
    },
    create: async (content) => {
      const body = { comments: [{ parentCommentId: 0, content, commentType: 1 }], status: 'closed' };
      await call({ method: 'POST', url: `${git}/threads?${version}`, body });
    },
    edit: async (id, content) =>
      void (await call({ method: 'PATCH', url: firstComment(id), body: { content } })),
    remove: async (id) => void (await call({ method: 'DELETE', url: firstComment(id) })),
  };
};
