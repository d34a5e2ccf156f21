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
  type GithubComment,
  type GithubState,
} from './state.ts';

const commentBody = z.strictObject({ body: z.string().min(1).max(65_536) });

const shown = ({ id, body, author, createdAt, updatedAt }: GithubComment) => ({
  id,
  body,
  user: { login: author },
  created_at: createdAt,
  updated_at: updatedAt,
});

/** @throws a refusal, 404 */
const pullRequestOf = (state: GithubState, call: RouteCall): { repository: string; number: number } => {
  const repository = repositoryOf(state, call);
  const number = Number(call.params['number']);
  if (state.deletedPullRequests.includes(`${repository}#${number}`)) throw refusal(404, 'Not Found');
  return { repository, number };
};

/** The routes of comments on issues and pull requests. */
export const commentRoutes = (state: GithubState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{number}/comments',
    operation: 'ListComments',
    query: ['per_page', 'page'],
    handle: answering((call) => {
      writerOf(state, call, context);
      const { repository, number } = pullRequestOf(state, call);
      const all = state.comments.filter((one) => one.repository === repository && one.number === number);
      return { status: 200, body: pageOf(all, call.query, githubPages).items.map(shown) };
    }),
  }),
  route({
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{number}/comments',
    operation: 'CreateComment',
    body: commentBody,
    handle: answering((call) => {
      const { login } = writerOf(state, call, context);
      const at = githubTime(context);
      const comment: GithubComment = {
        id: state.nextId++,
        ...pullRequestOf(state, call),
        body: call.body.body,
        author: login,
        createdAt: at,
        updatedAt: at,
      };
      state.comments.push(comment);
      return { status: 201, body: shown(comment) };
    }),
  }),
  route({
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/comments/{comment}',
    operation: 'UpdateComment',
    body: commentBody,
    handle: answering((call) => {
      const { login } = writerOf(state, call, context);
      const comment = state.comments.find(({ id }) => id === Number(call.params['comment']));
      if (!comment || comment.repository !== repositoryOf(state, call)) throw refusal(404, 'Not Found');
      if (comment.author !== login) throw refusal(403, 'Must have admin rights to Repository.');
      Object.assign(comment, { body: call.body.body, updatedAt: githubTime(context) });
      return { status: 200, body: shown(comment) };
    }),
  }),
];
