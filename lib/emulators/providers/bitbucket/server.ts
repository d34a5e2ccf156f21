import * as z from 'zod';
import {
  action,
  type Refusal,
  type EmulatorAction,
  type EmulatorAnswer,
  type EmulatorContext,
  type EmulatorDefinition,
} from '../kit/provider-emulator.ts';
import { bitbucketRoutes } from './routes.ts';
import { bitbucketTime, initialBitbucket, refused, type BitbucketState } from './state.ts';

const refuse = (refusal: Refusal, detail: string): EmulatorAnswer => {
  if (refusal === 'unknown_route') return refused(404, 'Resource not found');
  if (refusal === 'malformed_body') return refused(400, 'Invalid JSON');
  if (refusal === 'unknown_field') return refused(400, detail);
  if (refusal === 'failing') return refused(503, 'Service unavailable');
  return refused(429, 'Rate limit for this resource has been exceeded');
};

const newComment = z.strictObject({
  repository: z.string(),
  pullRequest: z.number(),
  raw: z.string(),
  author: z.string(),
});

/** Actions of people at Bitbucket: on pull requests, comments and credentials. */
const actions = (state: BitbucketState, context: EmulatorContext): EmulatorAction[] => [
  action({
    name: 'comment',
    input: newComment,
    run: (given) => {
      const comment = { id: state.nextId++, ...given, createdOn: bitbucketTime(context), deleted: false };
      state.comments.push(comment);
      return comment;
    },
  }),
  action({
    name: 'delete-comment',
    input: z.strictObject({ id: z.number() }),
    run: ({ id }) => {
      const found = state.comments.find((one) => one.id === id);
      if (found) found.deleted = true;
      return found;
    },
  }),
  action({
    name: 'delete-pull-request',
    input: z.strictObject({ repository: z.string(), number: z.number() }),
    run: ({ repository, number }) => state.deletedPullRequests.push(`${repository}#${number}`),
  }),
  action({
    name: 'delete-repository',
    input: z.strictObject({ repository: z.string() }),
    run: ({ repository }) => state.deletedRepositories.push(repository),
  }),
  action({
    name: 'revoke-token',
    input: z.strictObject({ token: z.string() }),
    run: ({ token }) => state.revokedTokens.push(token),
  }),
];

/** A part of the REST API of Bitbucket Cloud: build statuses, and comments on pull requests. */
export const bitbucket: EmulatorDefinition<BitbucketState> = {
  name: 'bitbucket',
  initial: initialBitbucket,
  open: (state, context) => ({
    routes: bitbucketRoutes(state, context),
    actions: actions(state, context),
    refuse,
    show: () => [
      {
        title: 'Commits',
        items: state.statuses.map(({ repository, commit, name, state: shown, description, updatedOn }) => ({
          title: `${repository} at ${commit.slice(0, 12)}: ${name}`,
          text: description,
          state: shown,
          at: updatedOn,
        })),
      },
      {
        title: 'Pull requests',
        items: state.comments
          .filter(({ deleted }) => !deleted)
          .map(({ repository, pullRequest, author, raw, createdOn }) => ({
            title: `${repository}#${pullRequest}: ${author}`,
            text: raw,
            at: createdOn,
          })),
      },
    ],
  }),
};
