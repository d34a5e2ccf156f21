import * as z from 'zod';
import {
  action,
  type Refusal,
  type EmulatorAction,
  type EmulatorAnswer,
  type EmulatorDefinition,
} from '../kit/provider-emulator.ts';
import { textOf } from './document.ts';
import { issueRoutes } from './issue-routes.ts';
import { initialJira, refused, type JiraIssue, type JiraState } from './state.ts';

const refuse = (refusal: Refusal, detail: string): EmulatorAnswer => {
  if (refusal === 'unknown_route') return refused(404, 'null for uri');
  if (refusal === 'failing') return refused(503, 'Service Unavailable');
  if (refusal === 'throttled') return refused(429, 'Rate limit exceeded.', { 'retry-after': '30' });
  return refused(400, detail);
};

/** Actions of people in Jira on issues, projects and tokens. */
const actions = (state: JiraState): EmulatorAction[] => {
  const change = (name: string, to: Partial<JiraIssue>): EmulatorAction =>
    action({
      name,
      input: z.strictObject({ key: z.string() }),
      run: ({ key }) => {
        const found = state.issues.find((one) => one.key === key || one.id === key);
        return found && Object.assign(found, to);
      },
    });
  return [
    change('close-issue', { status: "Won't Do" }),
    change('reopen-issue', { status: 'In Progress' }),
    change('delete-issue', { isDeleted: true }),
    change('move-issue', { project: 'ELSEWHERE' }),
    action({
      name: 'delete-project',
      input: z.strictObject({ project: z.string() }),
      run: ({ project }) => state.deletedProjects.push(project),
    }),
    action({
      name: 'revoke-token',
      input: z.strictObject({ token: z.string() }),
      run: ({ token }) => state.revokedTokens.push(token),
    }),
  ];
};

/** A part of the REST API of Jira Cloud: issues of projects with one workflow. */
export const jira: EmulatorDefinition<JiraState> = {
  name: 'jira',
  initial: initialJira,
  open: (state, context) => ({
    routes: issueRoutes(state, context),
    actions: actions(state),
    refuse,
    show: () => [
      {
        title: 'Issues',
        items: state.issues
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ key, summary, description, status, createdAt }) => ({
            title: `${key} ${summary}`,
            text: description === undefined ? '' : textOf(description),
            state: status,
            at: createdAt,
          })),
      },
    ],
  }),
};
