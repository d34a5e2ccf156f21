import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { WebhookEvent } from './events.ts';

export { WebhookVerificationError };
export type { EventData, EventType, WebhookEvent } from './events.ts';

/** The headers of a request, as fetch or as Node has them. */
type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const valuesOf = (headers: RequestHeaders): Record<string, string> => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const lower = new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = lower.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
};

/**
 * Verifies a delivery and returns its event. A delivery comes at least once, so drop an `id` that you have seen.
 * @param body as it came, before it is parsed.
 * @param secrets the secret of the webhook, or both during a rotation.
 * @throws WebhookVerificationError for a changed body, a foreign signature or a timestamp more than five minutes off.
 */
export const verifyWebhook = (
  body: string | Uint8Array,
  headers: RequestHeaders,
  secrets: string | readonly string[],
): WebhookEvent => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const values = valuesOf(headers);
  let refusal = new WebhookVerificationError('No secret is given.');
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(text, values) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      refusal = error;
    }
  }
  throw refusal;
};
