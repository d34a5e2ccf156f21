import * as z from 'zod';
import {
  action,
  route,
  type Refusal,
  type RouteCall,
  type EmulatorAction,
  type EmulatorAnswer,
  type EmulatorContext,
  type EmulatorDefinition,
} from '../kit/provider-emulator.ts';
import { LinearRefusal, operations, type Operation } from './operations.ts';
import { initialLinear, stateIdOf, type LinearIssue, type LinearState } from './state.ts';

const failed = (status: number, code: string, message: string): EmulatorAnswer => ({
  status,
  body: { errors: [{ message, extensions: { code, type: code.toLowerCase(), userError: status === 400 } }] },
});

/** Finds the operation of a document, and refuses every unknown name. @throws LinearRefusal */
const operationOf = (document: string): Operation => {
  const kind = /^\s*(query|mutation)\b/.exec(document)?.[1];
  const root = /\{\s*(\w+)/.exec(document)?.[1];
  const found = operations.find((one) => one.root === root && one.kind === kind);
  if (!found) throw new LinearRefusal('GRAPHQL_VALIDATION_FAILED', `Cannot query field "${root}".`);
  const known = new Set([found.kind, found.root, ...found.names]);
  const unknown = (document.match(/\w+/g) ?? []).find((name) => !known.has(name));
  if (unknown === undefined) return found;
  throw new LinearRefusal('GRAPHQL_VALIDATION_FAILED', `Cannot query field "${unknown}".`);
};

const asked = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) });

const limited = (state: LinearState): EmulatorAnswer => ({
  ...failed(400, 'RATELIMITED', 'Rate limit exceeded.'),
  headers: {
    'x-ratelimit-requests-remaining': '0',
    'x-ratelimit-requests-reset': String(state.limitedUntil),
  },
});

const answer = (
  state: LinearState,
  call: RouteCall<z.infer<typeof asked>>,
  context: EmulatorContext,
): EmulatorAnswer => {
  const key = call.headers['authorization'] ?? '';
  if (!/^lin_api_\w+$/.test(key) || state.revokedKeys.includes(key))
    return failed(401, 'AUTHENTICATION_ERROR', 'Authentication required, not authenticated');
  if (state.limitedUntil > context.now()) return limited(state);
  try {
    const operation = operationOf(call.body.query);
    return {
      status: 200,
      body: { data: { [operation.root]: operation.run(state, call.body.variables, context) } },
    };
  } catch (error) {
    if (!(error instanceof LinearRefusal)) throw error;
    // A malformed question is a bad request; a missing object is an error beside the data.
    return failed(error.code === 'INPUT_ERROR' ? 200 : 400, error.code, error.message);
  }
};

const refuse = (refusal: Refusal, detail: string): EmulatorAnswer => {
  if (refusal === 'unknown_route') return { status: 404, text: 'Not Found' };
  if (refusal === 'failing') return failed(500, 'INTERNAL_SERVER_ERROR', 'Internal server error');
  if (refusal === 'throttled') return failed(200, 'RATELIMITED', 'Rate limit exceeded.');
  return failed(400, 'BAD_USER_INPUT', detail);
};

/** Actions of people in Linear on issues, teams and keys. */
const actions = (state: LinearState, { now }: EmulatorContext): EmulatorAction[] => {
  const change = (name: string, to: (issue: LinearIssue) => Partial<LinearIssue>): EmulatorAction =>
    action({
      name,
      input: z.strictObject({ id: z.string() }),
      run: ({ id }) => {
        const found = state.issues.find((one) => one.id === id);
        return found && Object.assign(found, to(found));
      },
    });
  const archivedAt = () => new Date(now()).toISOString();
  return [
    change('close-issue', ({ team }) => ({ stateId: stateIdOf(team, 'canceled') })),
    change('reopen-issue', ({ team }) => ({ stateId: stateIdOf(team, 'started') })),
    change('delete-issue', () => ({ trashed: true, archivedAt: archivedAt() })),
    change('archive-issue', () => ({ archivedAt: archivedAt() })),
    change('move-issue', () => ({ team: 'ELSEWHERE' })),
    action({
      name: 'delete-team',
      input: z.strictObject({ team: z.string() }),
      run: ({ team }) => state.deletedTeams.push(team),
    }),
    action({
      name: 'revoke-key',
      input: z.strictObject({ key: z.string() }),
      run: ({ key }) => state.revokedKeys.push(key),
    }),
    action({
      name: 'limit',
      input: z.strictObject({ seconds: z.number() }),
      run: ({ seconds }) => (state.limitedUntil = now() + seconds * 1000),
    }),
  ];
};

/** A part of Linear's GraphQL API: issues of teams with one workflow. */
export const linear: EmulatorDefinition<LinearState> = {
  name: 'linear',
  initial: initialLinear,
  open: (state, context) => ({
    routes: [
      route({
        method: 'POST',
        path: '/graphql',
        operation: 'GraphQL',
        body: asked,
        handle: (call) => answer(state, call, context),
      }),
    ],
    actions: actions(state, context),
    refuse,
    show: () => [
      {
        title: 'Issues',
        items: state.issues
          .filter(({ trashed }) => !trashed)
          .map((issue) => ({
            title: `${issue.team}-${issue.number} ${issue.title}`,
            text: issue.description,
            state: issue.stateId.split('-').at(-1) ?? '',
            at: issue.createdAt,
          })),
      },
    ],
  }),
};
