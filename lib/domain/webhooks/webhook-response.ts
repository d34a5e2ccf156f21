import { readRetryAfter } from '../delivery/retry-after.ts';
import type { SendOutcome } from '../delivery/send-outcome.ts';
import type { DeliveryAttempt } from '../events/event-records.ts';

/** The relevant parts of a receiver's response. */
export interface WebhookResponse {
  status: number;
  retryAfter: string | null;
  /** Its beginning, as the log shows it. */
  excerpt: string;
}

/** The bytes of a response that the log keeps. */
const excerptBytes = 1024;

/** Statuses whose `Retry-After` counts. */
const waitingStatuses = [429, 503];

/** The beginning of a response as the log shows it, without secrets that the receiver echoes. */
export const responseExcerpt = (answer: Uint8Array, secrets: readonly string[]): string => {
  const text = secrets
    .flatMap((secret) => [secret, secret.replace(/^whsec_/, '')])
    .reduce((left, secret) => left.replaceAll(secret, '…'), Buffer.from(answer).toString('utf8'));
  const kept = Buffer.from(text).subarray(0, excerptBytes).toString('utf8');
  return kept.replace(/\uFFFD{1,3}$/, '').replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ');
};

/** Decides the outcome of a delivery by the status of the response. */
export const outcomeOfResponse = (
  { status, retryAfter, excerpt }: WebhookResponse,
  tried: Pick<DeliveryAttempt, 'at' | 'milliseconds'>,
): SendOutcome => {
  const attempt: DeliveryAttempt = { ...tried, status, ...(excerpt !== '' && { excerpt }) };
  if (status >= 200 && status < 300) return { kind: 'delivered', attempt };
  const failed = { ...attempt, cause: 'status' as const };
  if (status === 410) return { kind: 'stop', attempt: failed, cause: 'gone' };
  const retryAfterSeconds = waitingStatuses.includes(status)
    ? readRetryAfter(retryAfter, tried.at)
    : undefined;
  return { kind: 'failed', attempt: failed, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
};
