import type { ProblemCode } from '@scangate/domain/problem';
import type { FunctionSpec } from './function.ts';

/**
 * A route that anybody may POST to, without a token: who sends is told by a signature over the body as it comes. It is
 * no endpoint, as nobody calls it for an answer.
 */
export interface WebhookSpec extends FunctionSpec {
  path: string;
  /** The header with the signature. */
  signatureHeader: string;
  /** Larger ones are refused before anything is made of them. */
  bodyLimitBytes: number;
  /** Requests per second, and how many may come at once: strangers must not use up what callers need. */
  throttle: { rate: number; burst: number };
}

/** Refusals of every webhook: all that is not one of these is asked again by the sender. */
export const webhookProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'conflict',
  'body_too_large',
  'rate_limited',
  'system_error',
  'temporarily_unavailable',
];

export const defineWebhook = <const W extends WebhookSpec>(spec: W): W => spec;
