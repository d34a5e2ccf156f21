import * as z from 'zod';
import { pageOf } from '../kit/page.ts';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { answering } from '../kit/refusal.ts';
import {
  refusal,
  bitbucketTime,
  repositoryOf,
  writerOf,
  type BitbucketComment,
  type BitbucketState,
} from './state.ts';

const newStatus = z.strictObject({
  key: z.string().min(1).max(40),
  name: z.string().max(255),
  state: z.enum(['SUCCESSFUL', 'FAILED', 'INPROGRESS', 'STOPPED']),
  description: z.string().max(255),
  url: z.url(),
});
const commentBody = z.strictObject({ content: z.strictObject({ raw: z.string().min(1).max(32_768) }) });

const shown = ({ id, raw, author, createdOn, deleted }: BitbucketComment) => ({
  type: 'pullrequest_comment',
  id,
  deleted,
  content: { type: 'rendered', raw, markup: 'markdown' },
  user: { type: 'user', uuid: author },
  created_on: createdOn,
});

const userRoute = (state: BitbucketState): EmulatorRoute =>
  route({
    method: 'GET',
    path: '/2.0/user',
    operation: 'GetUser',
    handle: answering((call) => ({ status: 200, body: { type: 'user', uuid: writerOf(state, call) } })),
  });

const statusRoute = (state: BitbucketState, context: EmulatorContext): EmulatorRoute =>
  route({
    method: 'POST',
    path: '/2.0/repositories/{workspace}/{slug}/commit/{commit}/statuses/build',
    operation: 'CreateBuildStatus',
    body: newStatus,
    handle: answering((call) => {
      writerOf(state, call);
      const repository = repositoryOf(state, call);
      const commit = call.params['commit'] ?? '';
      const status = { repository, commit, ...call.body, updatedOn: bitbucketTime(context) };
      const known = state.statuses.find(
        (one) => one.repository === repository && one.commit === commit && one.key === status.key,
      );
      if (known) Object.assign(known, status);
      else state.statuses.push(status);
      return { status: known ? 200 : 201, body: { type: 'build', ...call.body } };
    }),
  });

/** @throws a refusal, 404 */
const pullRequestOf = (
  state: BitbucketState,
  call: RouteCall,
): { repository: string; pullRequest: number } => {
  const repository = repositoryOf(state, call);
  const pullRequest = Number(call.params['number']);
  if (state.deletedPullRequests.includes(`${repository}#${pullRequest}`)) throw refusal(404, 'Not found');
  return { repository, pullRequest };
};

const commentsPath = '/2.0/repositories/{workspace}/{slug}/pullrequests/{number}/comments';

const listRoute = (state: BitbucketState): EmulatorRoute =>
  route({
    method: 'GET',
    path: commentsPath,
    operation: 'ListComments',
    query: ['pagelen', 'page', 'sort'],
    handle: answering((call) => {
      writerOf(state, call);
      const { repository, pullRequest } = pullRequestOf(state, call);
      const all = state.comments.filter(
        (one) => one.repository === repository && one.pullRequest === pullRequest,
      );
      const { items, page, size } = pageOf(all, call.query, { name: 'pagelen', usual: 10 });
      return { status: 200, body: { size: all.length, page, pagelen: size, values: items.map(shown) } };
    }),
  });

const writingRoutes = (state: BitbucketState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: commentsPath,
    operation: 'CreateComment',
    body: commentBody,
    handle: answering((call) => {
      const author = writerOf(state, call);
      const comment: BitbucketComment = {
        id: state.nextId++,
        ...pullRequestOf(state, call),
        raw: call.body.content.raw,
        author,
        createdOn: bitbucketTime(context),
        deleted: false,
      };
      state.comments.push(comment);
      return { status: 201, body: shown(comment) };
    }),
  }),
  route({
    method: 'PUT',
    path: `${commentsPath}/{comment}`,
    operation: 'UpdateComment',
    body: commentBody,
    handle: answering((call) => {
      const author = writerOf(state, call);
      const { repository } = pullRequestOf(state, call);
      const comment = state.comments.find(({ id }) => id === Number(call.params['comment']));
      if (!comment || comment.deleted || comment.repository !== repository)
        throw refusal(404, 'Comment not found');
      if (comment.author !== author) throw refusal(403, 'Access denied.');
      comment.raw = call.body.content.raw;
      return { status: 200, body: shown(comment) };
    }),
  }),
];

export const bitbucketRoutes = (state: BitbucketState, context: EmulatorContext): EmulatorRoute[] => [
  userRoute(state),
  statusRoute(state, context),
  listRoute(state),
  ...writingRoutes(state, context),
];
