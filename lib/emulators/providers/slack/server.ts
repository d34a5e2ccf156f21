import * as z from 'zod';
import {
  action,
  route,
  type Refusal,
  type ShownItem,
  type EmulatorAnswer,
  type EmulatorDefinition,
  type EmulatorRoute,
} from '../kit/provider-emulator.ts';
import { channelMessage, webhookMessage } from './message-schema.ts';
import { initialSlack, isLimited, post, type SlackMessage, type SlackState } from './state.ts';

const ok = (body: object): EmulatorAnswer => ({ status: 200, body: { ok: true, ...body } });
/** The Web API reports refusals with status 200 and a code. */
const failed = (error: string): EmulatorAnswer => ({ status: 200, body: { ok: false, error } });
const hookFailed = (status: number, text: string): EmulatorAnswer => ({ status, text });

const limited: EmulatorAnswer = {
  status: 429,
  headers: { 'retry-after': '30' },
  body: { ok: false, error: 'ratelimited' },
};

const refusals: Record<Refusal, EmulatorAnswer> = {
  unknown_route: failed('unknown_method'),
  malformed_body: failed('invalid_json'),
  unknown_field: failed('invalid_arguments'),
  throttled: limited,
  failing: { status: 503, text: 'upstream unavailable' },
};

type Bot = { userId: string; botId: string };

/** Finds the bot of a request. @returns the code of the refusal when it has none. */
const botOf = (state: SlackState, authorization: string | undefined): Bot | string => {
  if (authorization === undefined) return 'not_authed';
  const token = authorization.replace(/^Bearer /, '');
  const bot = Object.hasOwn(state.bots, token) ? state.bots[token] : undefined;
  return bot ? (bot.error ?? bot) : 'invalid_auth';
};

const apiRoutes = (state: SlackState, now: () => number): EmulatorRoute[] => [
  route({
    method: 'POST',
    path: '/api/auth.test',
    operation: 'auth.test',
    body: z.strictObject({}),
    handle: ({ headers }) => {
      const bot = botOf(state, headers['authorization']);
      if (typeof bot === 'string') return failed(bot);
      const { id, name, url } = state.team;
      return ok({
        url,
        team: name,
        user: 'scanner',
        team_id: id,
        user_id: bot.userId,
        bot_id: bot.botId,
        is_enterprise_install: false,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/api/chat.postMessage',
    operation: 'chat.postMessage',
    body: channelMessage,
    handle: ({ headers, body: { channel, text, blocks = [] } }) => {
      const bot = botOf(state, headers['authorization']);
      if (typeof bot === 'string') return failed(bot);
      const found = Object.hasOwn(state.channels, channel) ? state.channels[channel] : undefined;
      if (!found) return failed('channel_not_found');
      if (found.isArchived) return failed('is_archived');
      if (!found.hasBot) return failed('not_in_channel');
      if (text === '' && blocks.length === 0) return failed('no_text');
      if (isLimited(state, channel, now())) return limited;
      const { ts } = post(state, { channel, by: bot.botId, text, blocks }, now());
      return ok({ channel, ts, message: { type: 'message', bot_id: bot.botId, text, blocks, ts } });
    },
  }),
];

const webhookRoute = (state: SlackState, now: () => number): EmulatorRoute =>
  route({
    method: 'POST',
    path: '/services/{team}/{hook}/{secret}',
    operation: 'webhook.post',
    body: webhookMessage,
    handle: ({ params: { team, hook, secret }, body: { text, blocks = [] } }) => {
      const found = state.webhooks[`/services/${team}/${hook}/${secret}`];
      if (!found || found.isRemoved) return hookFailed(404, 'no_service');
      const channel = state.channels[found.channel];
      if (!channel) return hookFailed(404, 'channel_not_found');
      if (channel.isArchived) return hookFailed(410, 'channel_is_archived');
      if (text === '' && blocks.length === 0) return hookFailed(400, 'no_text');
      if (isLimited(state, found.channel, now()))
        return { ...limited, body: undefined, text: 'rate_limited' };
      post(state, { channel: found.channel, by: hook ?? '', text, blocks }, now());
      return { status: 200, text: 'ok' };
    },
  });

const channelActions = (state: SlackState) => [
  action({
    name: 'archive-channel',
    input: z.strictObject({ channel: z.string(), archived: z.boolean() }),
    run: ({ channel, archived }) => {
      const found = state.channels[channel];
      if (found) found.isArchived = archived;
      return found;
    },
  }),
  action({
    name: 'remove-channel',
    input: z.strictObject({ channel: z.string() }),
    run: ({ channel }) => delete state.channels[channel],
  }),
];

const actions = (state: SlackState) => [
  ...channelActions(state),
  action({
    name: 'revoke-token',
    input: z.strictObject({ token: z.string(), error: z.string().optional() }),
    run: ({ token, error = 'token_revoked' }) => {
      const bot = state.bots[token];
      if (bot) bot.error = error;
      return bot;
    },
  }),
  action({
    name: 'restore-token',
    input: z.strictObject({ token: z.string() }),
    run: ({ token }) => {
      const bot = state.bots[token];
      if (bot) delete bot.error;
      return bot;
    },
  }),
  action({
    name: 'remove-webhook',
    input: z.strictObject({ path: z.string() }),
    run: ({ path }) => {
      const hook = state.webhooks[path];
      if (hook) hook.isRemoved = true;
      return hook;
    },
  }),
  action({
    name: 'limit',
    input: z.strictObject({ perMinute: z.int().min(0).optional() }),
    run: ({ perMinute }) => {
      if (perMinute === undefined) delete state.perMinute;
      else state.perMinute = perMinute;
    },
  }),
];

const blockText = (block: unknown): string[] => {
  const { text, elements } = block as { text?: { text: string }; elements?: { text: string }[] };
  return [...(text ? [text.text] : []), ...(elements ?? []).map((element) => element.text)];
};

const shown = ({ ts, by, text, blocks }: SlackMessage): ShownItem => ({
  title: by,
  text: blocks.length === 0 ? text : blocks.flatMap(blockText).join('\n'),
  at: new Date(Number(ts) * 1000).toISOString(),
});

/** Stands in for Slack: the Web API with a bot token, and incoming webhooks. */
export const slack: EmulatorDefinition<SlackState> = {
  name: 'slack',
  initial: initialSlack,
  open: (state, { now }) => ({
    routes: [...apiRoutes(state, now), webhookRoute(state, now)],
    actions: actions(state),
    refuse: (refusal) => refusals[refusal],
    show: () =>
      Object.entries(state.channels).map(([id, { name, isArchived }]) => ({
        title: `#${name}${isArchived ? ' (archived)' : ''}`,
        items: state.messages
          .filter(({ channel }) => channel === id)
          .map(shown)
          .toReversed(),
      })),
  }),
};
