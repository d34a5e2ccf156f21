import type { ProblemCode } from '@scangate/domain/problem';
import type { FunctionSpec } from './function.ts';

/**
 * A route that takes a POST without a token: a signature over the raw body identifies the sender. It is not an endpoint,
 * because it is not called for its response.
 */
export interface WebhookSpec extends FunctionSpec {
  path: string;
  /** The header that contains the signature. */
  signatureHeader: string;
  /** A larger body is refused unread. */
  bodyLimitBytes: number;
  /** Requests per second and burst, so that strangers do not use up the capacity of callers. */
  throttle: { rate: number; burst: number };
}

/** Problems that a webhook can return. The sender repeats the request after any of them. */
export const webhookProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'conflict',
  'body_too_large',
  'rate_limited',
  'system_error',
  'temporarily_unavailable',
];

/** Returns a webhook with its exact type. */
export const defineWebhook = <const W extends WebhookSpec>(spec: W): W => spec;
