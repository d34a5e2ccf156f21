import type { WebhookSpec } from '#contract/webhook.ts';
import { webhook as stripe } from './stripe/webhook.ts';

/** Every route without an authorizer: the sender's signature is checked instead. */
export const webhooks = [stripe] as const satisfies readonly WebhookSpec[];
