import * as z from 'zod';

const longestText = 40_000;
const longestBlockText = 3_000;
const mostBlocks = 50;

const plainText = z.strictObject({
  type: z.literal('plain_text'),
  text: z.string().min(1).max(longestBlockText),
  emoji: z.boolean().optional(),
});
const markdownText = z.strictObject({
  type: z.literal('mrkdwn'),
  text: z.string().min(1).max(longestBlockText),
  verbatim: z.boolean().optional(),
});

const block = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    text: z.discriminatedUnion('type', [plainText, markdownText]),
  }),
  z.strictObject({ type: z.literal('divider') }),
  z.strictObject({
    type: z.literal('context'),
    elements: z
      .array(z.discriminatedUnion('type', [plainText, markdownText]))
      .min(1)
      .max(10),
  }),
]);

/** The supported part of a message. */
const message = {
  text: z.string().max(longestText),
  blocks: z.array(block).max(mostBlocks).optional(),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
};

export const webhookMessage = z.strictObject(message);
export const channelMessage = z.strictObject({
  ...message,
  channel: z.string(),
  link_names: z.boolean().optional(),
});
