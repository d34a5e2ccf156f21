import type { WebhookSpec } from '#contract/webhook.ts';
import { webhook as stripe } from './stripe/webhook.ts';

/** The webhooks, by the stack that holds their functions. The gateway checks no credential: the sender's signature is checked instead. */
export const webhooksByStack = {
  billing: [stripe],
} as const satisfies Readonly<Record<string, readonly WebhookSpec[]>>;

export const webhooks = Object.values(webhooksByStack).flat();
