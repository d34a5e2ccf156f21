import * as z from 'zod';
import { pageOf } from '../kit/page.ts';
import { route, type RouteCall, type EmulatorContext, type EmulatorRoute } from '../kit/provider-emulator.ts';
import { answering } from '../kit/refusal.ts';
import {
  gitlabPages,
  gitlabTime,
  refusal,
  projectOf,
  writerOf,
  type GitlabNote,
  type GitlabState,
  type GitlabStatus,
} from './state.ts';

const newStatus = z.strictObject({
  state: z.enum(['pending', 'running', 'success', 'failed', 'canceled']),
  name: z.string().min(1),
  description: z.string().max(255),
});
const noteBody = z.strictObject({ body: z.string().min(1).max(1_000_000) });

const shownStatus = ({ id, sha, name, status, description }: GitlabStatus) => ({
  id,
  sha,
  name,
  status,
  description,
});

const shownNote = ({ id, body, author, createdAt }: GitlabNote) => ({
  id,
  body,
  author: { username: author },
  system: false,
  created_at: createdAt,
});

/** Only a status that has not ended can be changed, and not to the state that it has. @throws a refusal, 400 */
const setStatus = (state: GitlabState, given: Omit<GitlabStatus, 'id'>): GitlabStatus => {
  const running = state.statuses.find(
    (one) =>
      one.project === given.project &&
      one.sha === given.sha &&
      one.name === given.name &&
      ['pending', 'running'].includes(one.status),
  );
  if (running && given.status === 'pending')
    throw refusal(
      400,
      `Cannot transition status via :enqueue from :${running.status} (Reason(s): Status cannot transition via "enqueue")`,
    );
  if (running) return Object.assign(running, given);
  const status = { id: state.nextId++, ...given };
  state.statuses.push(status);
  return status;
};

const statusRoute = (state: GitlabState, context: EmulatorContext): EmulatorRoute =>
  route({
    method: 'POST',
    path: '/api/v4/projects/{project}/statuses/{sha}',
    operation: 'SetCommitStatus',
    body: newStatus,
    handle: answering((call) => {
      const author = writerOf(state, call);
      const { state: status, name, description } = call.body;
      const made = setStatus(state, {
        project: projectOf(state, call),
        sha: call.params['sha'] ?? '',
        name,
        status,
        description,
        author,
        createdAt: gitlabTime(context),
      });
      return { status: 201, body: shownStatus(made) };
    }),
  });

/** @throws a refusal, 404 */
const mergeRequestOf = (state: GitlabState, call: RouteCall): { project: string; mergeRequest: number } => {
  const project = projectOf(state, call);
  const mergeRequest = Number(call.params['iid']);
  if (state.deletedMergeRequests.includes(`${project}!${mergeRequest}`)) throw refusal(404, '404 Not found');
  return { project, mergeRequest };
};

const notesPath = '/api/v4/projects/{project}/merge_requests/{iid}/notes';

const noteRoutes = (state: GitlabState, context: EmulatorContext): EmulatorRoute[] => [
  route({
    method: 'GET',
    path: notesPath,
    operation: 'ListNotes',
    query: ['sort', 'order_by', 'per_page', 'page'],
    handle: answering((call) => {
      writerOf(state, call);
      const { project, mergeRequest } = mergeRequestOf(state, call);
      const all = state.notes.filter((one) => one.project === project && one.mergeRequest === mergeRequest);
      const sorted = call.query.get('sort') === 'asc' ? all : all.toReversed();
      return { status: 200, body: pageOf(sorted, call.query, gitlabPages).items.map(shownNote) };
    }),
  }),
  route({
    method: 'POST',
    path: notesPath,
    operation: 'CreateNote',
    body: noteBody,
    handle: answering((call) => {
      const author = writerOf(state, call);
      const note: GitlabNote = {
        id: state.nextId++,
        ...mergeRequestOf(state, call),
        body: call.body.body,
        author,
        createdAt: gitlabTime(context),
      };
      state.notes.push(note);
      return { status: 201, body: shownNote(note) };
    }),
  }),
];

const ownNoteRoutes = (state: GitlabState): EmulatorRoute[] => [
  route({
    method: 'PUT',
    path: `${notesPath}/{note}`,
    operation: 'UpdateNote',
    body: noteBody,
    handle: answering((call) => {
      const author = writerOf(state, call);
      const { project, mergeRequest } = mergeRequestOf(state, call);
      const note = state.notes.find(({ id }) => id === Number(call.params['note']));
      if (!note || note.project !== project || note.mergeRequest !== mergeRequest)
        throw refusal(404, '404 Note Not Found');
      if (note.author !== author) throw refusal(403, '403 Forbidden');
      note.body = call.body.body;
      return { status: 200, body: shownNote(note) };
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v4/user',
    operation: 'GetUser',
    handle: answering((call) => ({ status: 200, body: { id: 1, username: writerOf(state, call) } })),
  }),
];

/** The routes of commit statuses, and of notes on merge requests. */
export const checkRoutes = (state: GitlabState, context: EmulatorContext): EmulatorRoute[] => [
  statusRoute(state, context),
  ...noteRoutes(state, context),
  ...ownNoteRoutes(state),
];
