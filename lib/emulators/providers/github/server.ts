import type { Refusal, EmulatorAnswer, EmulatorDefinition } from '../kit/provider-emulator.ts';
import { githubPersonActions } from './actions.ts';
import { appRoutes } from './app-routes.ts';
import { checkActions, shownChecks } from './check-actions.ts';
import { checkRoutes } from './check-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { initialGithub, refused, type GithubState } from './state.ts';

const refuse = (refusal: Refusal, detail: string): EmulatorAnswer => {
  if (refusal === 'unknown_route') return refused(404, 'Not Found');
  if (refusal === 'malformed_body') return refused(400, 'Problems parsing JSON');
  if (refusal === 'unknown_field') return refused(422, `Invalid request. ${detail}`);
  if (refusal === 'failing') return refused(502, 'Server Error');
  return refused(403, 'You have exceeded a secondary rate limit.', { 'retry-after': '60' });
};

/** A part of GitHub's REST API: issues, and the caller's identity. */
export const github: EmulatorDefinition<GithubState> = {
  name: 'github',
  initial: initialGithub,
  open: (state, context) => ({
    routes: [
      ...appRoutes(state, context),
      ...issueRoutes(state, context),
      ...checkRoutes(state, context),
      ...commentRoutes(state, context),
    ],
    actions: [...githubPersonActions(state, context), ...checkActions(state, context)],
    refuse,
    show: () => [
      {
        title: 'Issues',
        items: state.issues
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ repository, number, title, body, state: open, createdAt }) => ({
            title: `${repository}#${number} ${title}`,
            text: body ?? '',
            state: open,
            at: createdAt,
          })),
      },
      ...shownChecks(state),
    ],
  }),
};
