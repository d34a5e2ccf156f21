import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from './code-host.ts';
import type { CallHost } from './host-request.ts';
import { listAt, textAt, valueAt } from '../json-value.ts';

/** The token of a job belongs to no user; GitHub marks each comment that was written with this token. */
const readComments = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      id
      headRefOid
      comments(first: 100, after: $after) {
        nodes { id viewerDidAuthor body }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;
const addComment = `mutation($subjectId: ID!, $body: String!) {
  addComment(input: { subjectId: $subjectId, body: $body }) { clientMutationId }
}`;
const updateComment = `mutation($id: ID!, $body: String!) {
  updateIssueComment(input: { id: $id, body: $body }) { clientMutationId }
}`;
const deleteComment = `mutation($id: ID!) {
  deleteIssueComment(input: { id: $id }) { clientMutationId }
}`;

/** GraphQL responds with 200 to requests that REST refuses. */
const statuses: Readonly<Record<string, number>> = { NOT_FOUND: 404, FORBIDDEN: 403, RATE_LIMITED: 429 };

const commentOf = (node: unknown): HostComment => ({
  id: textAt(node, 'id'),
  isOwn: valueAt(node, 'viewerDidAuthor') === true,
  body: textAt(node, 'body'),
});

export interface GithubPlace {
  /** The address of the GraphQL API. */
  graphqlUrl: string;
  /** `owner/name`. */
  repository: string;
  number: number;
}

/** A pull request of GitHub. Its comments are read together with the newest commit, with one request per page. */
export const githubPullRequest = (
  call: CallHost,
  { graphqlUrl, repository, number }: GithubPlace,
): PullRequestHost => {
  const [owner, name] = repository.split('/');
  let subjectId = '';
  const ask = async (query: string, variables: object): Promise<unknown> => {
    const answer = await call({ method: 'POST', url: graphqlUrl, body: { query, variables } });
    const message = textAt(answer, 'errors.0.message');
    if (message !== '') {
      const status = statuses[textAt(answer, 'errors.0.type')];
      throw new HostFailure(`GitHub refuses: ${message.slice(0, 200)}`, status);
    }
    return valueAt(answer, 'data');
  };
  return {
    title: 'GitHub',
    room: 65_536,
    marker: commentMarker,
    showsHtml: true,
    async read(after) {
      const data = await ask(readComments, { owner, name, number, after: after ?? null });
      const pullRequest = valueAt(data, 'repository.pullRequest');
      subjectId = textAt(pullRequest, 'id');
      if (subjectId === '') throw new HostFailure(`GitHub has no pull request ${number}.`, 404);
      const hasNext = valueAt(pullRequest, 'comments.pageInfo.hasNextPage') === true;
      return {
        head: textAt(pullRequest, 'headRefOid'),
        comments: listAt(pullRequest, 'comments.nodes').map(commentOf),
        ...(hasNext && { next: textAt(pullRequest, 'comments.pageInfo.endCursor') }),
      };
    },
    create: async (body) => void (await ask(addComment, { subjectId, body })),
    edit: async (id, body) => void (await ask(updateComment, { id, body })),
    remove: async (id) => void (await ask(deleteComment, { id })),
  };
};
