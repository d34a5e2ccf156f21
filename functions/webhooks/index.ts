import type { WebhookSpec } from '#contract/webhook.ts';
import { webhook as stripe } from './stripe/webhook.ts';

/** Every route that is open to anybody. */
export const webhooks = [stripe] as const satisfies readonly WebhookSpec[];
