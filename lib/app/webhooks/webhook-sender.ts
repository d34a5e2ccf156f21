import { readRetryAfter } from '@scangate/domain/delivery/retry-after';
import type { DeliveryAttempt } from '@scangate/domain/events/event-records';
import { deliveredEvent } from '@scangate/domain/webhooks/webhook-body';
import { signingSecrets } from '@scangate/domain/webhooks/webhook-secrets';
import type { EventSender, Sending, SendOutcome } from '#ports/events/event-sender.ts';
import { failureCauseOf, OutboundFailure, type Outbound } from '#ports/outbound.ts';
import type { SubscriberSecretContext, VaultOpener } from '#ports/vault.ts';
import { signedHeaders } from './sign-webhook.ts';

export interface WebhookSenderPorts {
  outbound: Pick<Outbound, 'fetch'>;
  subscriberSecrets: VaultOpener<SubscriberSecretContext>;
  /** A clock that nobody moves, which measures how long receivers take. */
  elapsedMs(): number;
}

/** The bytes of an answer that the log keeps. */
const excerptBytes = 1024;

/** Statuses whose `Retry-After` counts. */
const waitingStatuses = [429, 503];

/** Opened secrets of a warm function; each is opened once. */
const maxOpened = 200;

const openerOf = ({ subscriberSecrets }: WebhookSenderPorts) => {
  const opened = new Map<string, Promise<string>>();
  return (sealed: string, context: SubscriberSecretContext): Promise<string> => {
    const known = opened.get(sealed);
    if (known) return known;
    if (opened.size >= maxOpened) opened.clear();
    const opening = subscriberSecrets.open(sealed, context);
    opened.set(sealed, opening);
    opening.catch(() => opened.delete(sealed));
    return opening;
  };
};

/** The beginning of an answer as the log shows it; secrets that the receiver echoes are taken out. */
const excerptOf = async (response: Response, secrets: readonly string[]): Promise<string> => {
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') return '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = secrets
    .flatMap((secret) => [secret, secret.replace(/^whsec_/, '')])
    .reduce((left, secret) => left.replaceAll(secret, '…'), bytes.toString('utf8'));
  const kept = Buffer.from(text).subarray(0, excerptBytes).toString('utf8');
  return kept.replace(/\uFFFD+$/, '').replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ');
};

const outcomeOf = async (
  response: Response,
  { attempt, secrets, now }: { attempt: DeliveryAttempt; secrets: readonly string[]; now: Date },
): Promise<SendOutcome> => {
  const { status } = response;
  const excerpt = await excerptOf(response, secrets);
  const answered = { ...attempt, status, ...(excerpt !== '' && { excerpt }) };
  if (response.ok) return { kind: 'delivered', attempt: answered };
  const failed = { ...answered, cause: 'status' as const };
  if (status === 410) return { kind: 'stop', attempt: failed, cause: 'gone' };
  const waits = waitingStatuses.includes(status);
  const retryAfterSeconds = waits
    ? readRetryAfter(response.headers.get('retry-after'), now.toISOString())
    : undefined;
  return { kind: 'failed', attempt: failed, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
};

/**
 * Posts events to webhooks, signed as Standard Webhooks says (docs/adr/0083-webhooks.md). The status decides; of the answer
 * the log keeps the beginning.
 */
export const webhookSender = (ports: WebhookSenderPorts): EventSender => {
  const open = openerOf(ports);
  const post = ports.outbound.fetch('webhook');
  return {
    async send({ subscriber, event, delivery, now }: Sending): Promise<SendOutcome> {
      const { organizationId: organization, subscriberId, url = '' } = subscriber;
      const at = now.toISOString();
      const sealed = signingSecrets(subscriber, at);
      const context = { organization, subscriber: subscriberId };
      const secrets = await Promise.all(sealed.map((secret) => open(secret.sealed, context)));
      const body = JSON.stringify(deliveredEvent(event, delivery));
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders(secrets, { id: event.eventId, at: now, body }),
      };
      const started = ports.elapsedMs();
      const attempt = () => ({ at, milliseconds: Math.round(ports.elapsedMs() - started) });
      try {
        const response = await post(url, { method: 'POST', headers, body });
        return await outcomeOf(response, { attempt: attempt(), secrets, now });
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        const { status } = error;
        const cause = failureCauseOf(error);
        return {
          kind: 'failed',
          attempt: { ...attempt(), cause, ...(status !== undefined && { status }) },
        };
      }
    },
  };
};
