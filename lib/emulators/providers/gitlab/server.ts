import type { Refusal, EmulatorAnswer, EmulatorDefinition } from '../kit/provider-emulator.ts';
import { gitlabPersonActions } from './actions.ts';
import { checkActions, shownChecks } from './check-actions.ts';
import { checkRoutes } from './check-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { initialGitlab, refused, type GitlabState } from './state.ts';

const refuse = (refusal: Refusal, detail: string): EmulatorAnswer => {
  if (refusal === 'unknown_route') return { status: 404, body: { error: '404 Not Found' } };
  if (refusal === 'malformed_body') return refused(400, '400 Bad request');
  if (refusal === 'unknown_field') return { status: 400, body: { error: detail } };
  if (refusal === 'failing') return refused(502, '502 Bad Gateway');
  return refused(429, 'Too many requests', { 'retry-after': '60' });
};

/** A part of GitLab's REST API: issues of projects. */
export const gitlab: EmulatorDefinition<GitlabState> = {
  name: 'gitlab',
  initial: initialGitlab,
  open: (state, context) => ({
    routes: [...issueRoutes(state, context), ...checkRoutes(state, context)],
    actions: [...gitlabPersonActions(state, context), ...checkActions(state, context)],
    refuse,
    show: () => [
      {
        title: 'Issues',
        items: state.issues
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ project, iid, title, description, state: open, createdAt }) => ({
            title: `${project}#${iid} ${title}`,
            text: description,
            state: open,
            at: createdAt,
          })),
      },
      ...shownChecks(state),
    ],
  }),
};
