import * as z from 'zod';
import { slackCredential, slackSettings } from '@scangate/domain/integrations/kinds/slack';
import type { Chat } from '#ports/integrations/chat.ts';
import { ProviderFailure, type Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { chatGreeting } from '../chat-greeting.ts';
import { providerClient } from '../provider-client.ts';
import { addressAt, providerOrigins, type ReplacedOrigins } from '../provider-origins.ts';
import { slackMeaning } from './refusal-codes.ts';
import { slackMessage } from './message.ts';

type SlackMessage = ReturnType<typeof slackMessage>;

const team = z.object({ team: z.string() });
const posted = z.object({ channel: z.string(), ts: z.string() });

/** The two routes of the Web API that are used. */
const webApi = (fetch: OutboundFetch, replaced: ReplacedOrigins, botToken: string) => {
  const client = providerClient({
    fetch,
    origin: addressAt(replaced, 'slack', providerOrigins.slack),
    headers: async () => ({
      authorization: `Bearer ${botToken}`,
      // Slack warns about a body without a character set.
      'content-type': 'application/json; charset=utf-8',
    }),
    meaningOf: slackMeaning,
  });
  return {
    test: () => client.call({ method: 'POST', path: '/api/auth.test', body: {}, answer: team }),
    post: (channel: string, message: SlackMessage) =>
      client.call({
        method: 'POST',
        path: '/api/chat.postMessage',
        body: { channel, ...message, link_names: false },
        answer: posted,
      }),
  };
};

/** The only route of an incoming webhook: its own URL. */
const postToWebhook = async (
  fetch: OutboundFetch,
  { replaced, webhookUrl }: { replaced: ReplacedOrigins; webhookUrl: string },
  message: SlackMessage,
): Promise<unknown> => {
  const { origin, pathname, search } = new URL(webhookUrl);
  const client = providerClient({
    fetch,
    origin: addressAt(replaced, 'slack', origin),
    headers: async () => ({}),
    meaningOf: slackMeaning,
  });
  return client.call({ method: 'POST', path: `${pathname}${search}`, body: message, answer: z.unknown() });
};

const noChannel = (): ProviderFailure =>
  new ProviderFailure({
    reason: 'invalid',
    detail: 'a bot token needs settings.channel',
    cause: 'rejected',
  });

/** Posts to Slack, by an incoming webhook or by a bot. */
export const slackChat = (fetch: OutboundFetch, replaced: ReplacedOrigins): Chat => {
  const post = async (connection: Connection, message: SlackMessage): Promise<string> => {
    const credential = slackCredential.parse(connection.credential);
    if ('webhookUrl' in credential) {
      await postToWebhook(fetch, { replaced, webhookUrl: credential.webhookUrl }, message);
      return 'incoming webhook';
    }
    const { channel } = slackSettings.parse(connection.settings);
    if (channel === undefined) throw noChannel();
    await webApi(fetch, replaced, credential.botToken).post(channel, message);
    return channel;
  };
  return {
    check: async (connection) => {
      const credential = slackCredential.parse(connection.credential);
      const where =
        'botToken' in credential ? (await webApi(fetch, replaced, credential.botToken).test()).team : 'Slack';
      const channel = await post(connection, slackMessage(chatGreeting));
      return { target: `${where}, ${channel}` };
    },
    post: async (connection, message) => {
      await post(connection, slackMessage(message));
      return { status: 200 };
    },
  };
};
