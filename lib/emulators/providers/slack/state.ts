export interface SlackMessage {
  channel: string;
  /** Seconds since the epoch with six decimals; it names the message in its channel. */
  ts: string;
  /** The author: a bot, or an incoming webhook. */
  by: string;
  text: string;
  blocks: readonly unknown[];
}

export interface SlackState {
  team: { id: string; name: string; url: string };
  bots: Record<string, { userId: string; botId: string; error?: string }>;
  channels: Record<string, { name: string; isArchived: boolean; hasBot: boolean }>;
  /** The path of each incoming webhook, and its channel. */
  webhooks: Record<string, { channel: string; isRemoved: boolean }>;
  messages: SlackMessage[];
  /** The number of messages that a channel accepts per minute. */
  perMinute?: number;
}

export const initialSlack = (): SlackState => ({
  team: { id: 'T0LOCAL', name: 'Local workspace', url: 'https://local.slack.com/' },
  bots: { 'xoxb-local-bot': { userId: 'U0SCANNER', botId: 'B0SCANNER' } },
  channels: {
    C0SECURITY: { name: 'security', isArchived: false, hasBot: true },
    C0GENERAL: { name: 'general', isArchived: false, hasBot: true },
    C0PRIVATE: { name: 'private', isArchived: false, hasBot: false },
  },
  webhooks: { '/services/T0LOCAL/B0HOOK/local': { channel: 'C0GENERAL', isRemoved: false } },
  messages: [],
});

const keptMessages = 500;
const minuteMs = 60_000;

/** Whether the channel has reached its limit of messages in the last minute. */
export const isLimited = ({ messages, perMinute }: SlackState, channel: string, now: number): boolean =>
  perMinute !== undefined &&
  messages.filter((one) => one.channel === channel && Number(one.ts) * 1000 > now - minuteMs).length >=
    perMinute;

/** Posts a message under a timestamp of its own. */
export const post = (state: SlackState, message: Omit<SlackMessage, 'ts'>, now: number): SlackMessage => {
  const number = String(state.messages.length).padStart(6, '0');
  const posted = { ...message, ts: `${Math.floor(now / 1000)}.${number}` };
  state.messages = [...state.messages, posted].slice(-keptMessages);
  return posted;
};
