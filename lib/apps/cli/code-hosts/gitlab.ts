import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from './code-host.ts';
import type { CallHost } from './host-request.ts';
import { listAt, textAt, valueAt } from '../json-value.ts';

const readNotes = `query($project: ID!, $number: String!, $after: String) {
  currentUser { username }
  project(fullPath: $project) {
    mergeRequest(iid: $number) {
      diffHeadSha
      notes(first: 100, after: $after) {
        nodes { id body author { username } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

/** The number at the end of an id such as `gid://gitlab/Note/1`. */
const numberOf = (id: string): string => /\d+$/.exec(id)?.[0] ?? '';

const noteOf =
  (author: string) =>
  (node: unknown): HostComment => ({
    id: numberOf(textAt(node, 'id')),
    isOwn: author !== '' && textAt(node, 'author.username') === author,
    body: textAt(node, 'body'),
  });

export interface GitlabPlace {
  /** The address of the instance. */
  serverUrl: string;
  /** The full path of the project. */
  repository: string;
  number: number;
}

/** A merge request of GitLab. */
export const gitlabMergeRequest = (
  call: CallHost,
  { serverUrl, repository, number }: GitlabPlace,
): PullRequestHost => {
  const project = encodeURIComponent(repository);
  const notes = `${serverUrl}/api/v4/projects/${project}/merge_requests/${number}/notes`;
  return {
    title: 'GitLab',
    // GitLab accepts a million; a longer comment is unreadable.
    room: 65_536,
    marker: commentMarker,
    showsHtml: true,
    async read(after) {
      const variables = { project: repository, number: String(number), after: after ?? null };
      const url = `${serverUrl}/api/graphql`;
      const answer = await call({ method: 'POST', url, body: { query: readNotes, variables } });
      const message = textAt(answer, 'errors.0.message');
      if (message !== '') throw new HostFailure(`GitLab refuses: ${message.slice(0, 200)}`);
      const found = valueAt(answer, 'data.project.mergeRequest');
      const head = textAt(found, 'diffHeadSha');
      if (head === '') throw new HostFailure(`GitLab has no merge request ${number}.`, 404);
      const hasNext = valueAt(found, 'notes.pageInfo.hasNextPage') === true;
      return {
        head,
        comments: listAt(found, 'notes.nodes').map(noteOf(textAt(answer, 'data.currentUser.username'))),
        ...(hasNext && { next: textAt(found, 'notes.pageInfo.endCursor') }),
      };
    },
    create: async (body) => void (await call({ method: 'POST', url: notes, body: { body } })),
    edit: async (id, body) => void (await call({ method: 'PUT', url: `${notes}/${id}`, body: { body } })),
    remove: async (id) => void (await call({ method: 'DELETE', url: `${notes}/${id}` })),
  };
};
