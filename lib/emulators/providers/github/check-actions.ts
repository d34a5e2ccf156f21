import * as z from 'zod';
import {
  action,
  type ShownSection,
  type EmulatorAction,
  type EmulatorContext,
} from '../kit/provider-emulator.ts';
import { githubTime, type GithubState } from './state.ts';

const newComment = z.strictObject({
  repository: z.string(),
  number: z.number(),
  body: z.string(),
  author: z.string(),
});

/** Actions of people at GitHub: on pull requests and their comments. */
export const checkActions = (state: GithubState, context: EmulatorContext): EmulatorAction[] => [
  action({
    name: 'comment',
    input: newComment,
    run: (given) => {
      const at = githubTime(context);
      const comment = { id: state.nextId++, ...given, createdAt: at, updatedAt: at };
      state.comments.push(comment);
      return comment;
    },
  }),
  action({
    name: 'delete-comment',
    input: z.strictObject({ id: z.number() }),
    run: ({ id }) => (state.comments = state.comments.filter((one) => one.id !== id)),
  }),
  action({
    name: 'delete-pull-request',
    input: z.strictObject({ repository: z.string(), number: z.number() }),
    run: ({ repository, number }) => state.deletedPullRequests.push(`${repository}#${number}`),
  }),
];

/** Shows commits and pull requests as people see them. */
export const shownChecks = ({ statuses, checkRuns, comments }: GithubState): ShownSection[] => [
  {
    title: 'Commits',
    items: [
      ...statuses.map(({ repository, sha, context, state, description, createdAt }) => ({
        title: `${repository} at ${sha.slice(0, 12)}: ${context}`,
        text: description,
        state,
        at: createdAt,
      })),
      ...checkRuns.map(({ repository, sha, name, conclusion, title, summary, annotations, completedAt }) => ({
        title: `${repository} at ${sha.slice(0, 12)}: ${name} (check run)`,
        text: `${title}\n\n${summary}`,
        state: conclusion,
        at: completedAt,
        below: annotations.map((one) => ({
          title: `${one.annotation_level}: ${one.path}:${one.start_line}`,
          text: one.message,
        })),
      })),
    ],
  },
  {
    title: 'Pull requests',
    items: comments.map(({ repository, number, author, body, updatedAt }) => ({
      title: `${repository}#${number}: ${author}`,
      text: body,
      at: updatedAt,
    })),
  },
];
