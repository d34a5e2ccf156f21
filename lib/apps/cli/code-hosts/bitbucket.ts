import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from './code-host.ts';
import type { CallHost } from './host-request.ts';
import { listAt, textAt, valueAt } from '../json-value.ts';

const commentOf =
  (author: string) =>
  (comment: unknown): HostComment => ({
    id: textAt(comment, 'id'),
    isOwn: valueAt(comment, 'deleted') !== true && textAt(comment, 'user.uuid') === author,
    body: textAt(comment, 'content.raw'),
  });

export interface BitbucketPlace {
  /** The address of the API, without its version. */
  apiUrl: string;
  /** `workspace/repository`. */
  repository: string;
  number: number;
}

/** A pull request of Bitbucket Cloud, which abbreviates the newest commit. */
export const bitbucketPullRequest = (
  call: CallHost,
  { apiUrl, repository, number }: BitbucketPlace,
): PullRequestHost => {
  const path = repository.split('/').map(encodeURIComponent).join('/');
  const pullRequest = `${apiUrl}/2.0/repositories/${path}/pullrequests/${number}`;
  const comments = `${pullRequest}/comments`;
  const get = (url: string): Promise<unknown> => call({ method: 'GET', url });
  const contentOf = (raw: string) => ({ content: { raw } });
  let known: Promise<{ author: string; head: string }> | undefined;
  const read = async () => {
    const [user, found] = await Promise.all([get(`${apiUrl}/2.0/user`), get(pullRequest)]);
    const author = textAt(user, 'uuid');
    if (author === '') throw new HostFailure('Bitbucket does not say who owns the token.');
    return { author, head: textAt(found, 'source.commit.hash') };
  };
  return {
    title: 'Bitbucket',
    room: 32_768,
    // Bitbucket shows HTML comments as text, but not an unused link reference.
    marker: `[//]: # (${commentMarker})`,
    showsHtml: false,
    async read(page = '1') {
      const { author, head } = await (known ??= read());
      const listed = await get(`${comments}?pagelen=100&sort=created_on&page=${page}`);
      const hasNext = typeof valueAt(listed, 'next') === 'string';
      return {
        head,
        comments: listAt(listed, 'values').map(commentOf(author)),
        ...(hasNext && { next: String(Number(page) + 1) }),
      };
    },
    create: async (body) => void (await call({ method: 'POST', url: comments, body: contentOf(body) })),
    edit: async (id, body) =>
      void (await call({ method: 'PUT', url: `${comments}/${id}`, body: contentOf(body) })),
    remove: async (id) => void (await call({ method: 'DELETE', url: `${comments}/${id}` })),
  };
};
