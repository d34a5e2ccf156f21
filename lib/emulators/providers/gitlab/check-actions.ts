import * as z from 'zod';
import {
  action,
  type ShownSection,
  type EmulatorAction,
  type EmulatorContext,
} from '../kit/provider-emulator.ts';
import { gitlabTime, type GitlabState } from './state.ts';

const newNote = z.strictObject({
  project: z.string(),
  mergeRequest: z.number(),
  body: z.string(),
  author: z.string(),
});

/** Actions of people at GitLab: on merge requests and their notes. */
export const checkActions = (state: GitlabState, context: EmulatorContext): EmulatorAction[] => [
  action({
    name: 'note',
    input: newNote,
    run: (given) => {
      const note = { id: state.nextId++, ...given, createdAt: gitlabTime(context) };
      state.notes.push(note);
      return note;
    },
  }),
  action({
    name: 'delete-note',
    input: z.strictObject({ id: z.number() }),
    run: ({ id }) => (state.notes = state.notes.filter((one) => one.id !== id)),
  }),
  action({
    name: 'delete-merge-request',
    input: z.strictObject({ project: z.string(), mergeRequest: z.number() }),
    run: ({ project, mergeRequest }) => state.deletedMergeRequests.push(`${project}!${mergeRequest}`),
  }),
];

/** Shows commits and merge requests as people see them. */
export const shownChecks = ({ statuses, notes }: GitlabState): ShownSection[] => [
  {
    title: 'Commits',
    items: statuses.map(({ project, sha, name, status, description, createdAt }) => ({
      title: `${project} at ${sha.slice(0, 12)}: ${name}`,
      text: description,
      state: status,
      at: createdAt,
    })),
  },
  {
    title: 'Merge requests',
    items: notes.map(({ project, mergeRequest, author, body, createdAt }) => ({
      title: `${project}!${mergeRequest}: ${author}`,
      text: body,
      at: createdAt,
    })),
  },
];
