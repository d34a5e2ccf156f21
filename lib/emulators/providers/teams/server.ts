import * as z from 'zod';
import {
  action,
  route,
  type Refusal,
  type ShownItem,
  type EmulatorAnswer,
  type EmulatorDefinition,
} from '../kit/provider-emulator.ts';
import { cardMessage, type CardMessage } from './card-schema.ts';

interface TeamsState {
  /** The id of each workflow, with the signature in its address. */
  workflows: Record<string, { channel: string; signature: string; state: 'on' | 'off' | 'removed' }>;
  cards: { workflow: string; at: string; card: CardMessage }[];
}

const initial = (): TeamsState => ({
  workflows: {
    '0local': { channel: 'Security', signature: 'local', state: 'on' },
  },
  cards: [],
});

const refused = (status: number, code: string, message: string): EmulatorAnswer => ({
  status,
  body: { error: { code, message } },
});

const longestCard = 28 * 1024;

const refusals: Record<Refusal, EmulatorAnswer> = {
  unknown_route: refused(404, 'NotFound', 'The resource is not found.'),
  malformed_body: refused(400, 'InvalidRequestContent', 'The request content is not valid JSON.'),
  unknown_field: refused(400, 'TriggerInputSchemaMismatch', 'The input does not match its schema.'),
  throttled: {
    ...refused(429, 'TooManyRequests', 'The rate limit is exceeded.'),
    headers: { 'retry-after': '20' },
  },
  failing: refused(502, 'NoResponse', 'The server did not receive a response from an upstream server.'),
};

const keptCards = 500;

const textOf = ({ attachments }: CardMessage): string =>
  attachments
    .flatMap(({ content }) => content.body)
    .map((element) =>
      element.type === 'TextBlock' ? element.text : element.inlines.map(({ text }) => text).join(''),
    )
    .join('\n');

const cardRoute = (state: TeamsState, now: () => number) =>
  route({
    method: 'POST',
    path: '/workflows/{workflow}/triggers/manual/paths/invoke',
    operation: 'workflow.invoke',
    query: ['api-version', 'sp', 'sv', 'sig'],
    body: cardMessage,
    handle: ({ params: { workflow = '' }, query, body }) => {
      const found = Object.hasOwn(state.workflows, workflow) ? state.workflows[workflow] : undefined;
      if (!found || found.state === 'removed')
        return refused(404, 'WorkflowNotFound', `The workflow '${workflow}' could not be found.`);
      if (found.signature !== query.get('sig'))
        return refused(401, 'DirectApiInvalidAuthorizationScheme', 'The signature is not valid.');
      if (found.state === 'off')
        return refused(400, 'WorkflowTriggerIsNotEnabled', 'The workflow is turned off.');
      if (Buffer.byteLength(JSON.stringify(body)) > longestCard)
        return refused(413, 'RequestEntityTooLarge', 'The message is too large.');
      const card = { workflow, at: new Date(now()).toISOString(), card: body };
      state.cards = [...state.cards, card].slice(-keptCards);
      return { status: 202 };
    },
  });

const actions = (state: TeamsState) => [
  action({
    name: 'set-workflow',
    input: z.strictObject({
      workflow: z.string(),
      state: z.enum(['on', 'off', 'removed']).optional(),
      signature: z.string().optional(),
    }),
    run: ({ workflow, ...change }) => {
      const found = state.workflows[workflow];
      return found && Object.assign(found, change);
    },
  }),
];

/** Stands in for workflows of Teams that post a card when a webhook request is received. */
export const teams: EmulatorDefinition<TeamsState> = {
  name: 'teams',
  initial,
  open: (state, { now }) => ({
    routes: [cardRoute(state, now)],
    actions: actions(state),
    refuse: (refusal) => refusals[refusal],
    show: () =>
      Object.entries(state.workflows).map(([id, { channel, state: condition }]) => ({
        title: `${channel} (workflow ${condition})`,
        items: state.cards
          .filter(({ workflow }) => workflow === id)
          .map(({ at, card }): ShownItem => ({ title: 'Workflow', text: textOf(card), at }))
          .toReversed(),
      })),
  }),
};
