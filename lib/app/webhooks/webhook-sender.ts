import {
  responseExcerpt,
  outcomeOfResponse,
  type WebhookResponse,
} from '@scangate/domain/webhooks/webhook-response';
import { deliveredEvent } from '@scangate/domain/webhooks/webhook-body';
import { signingSecrets } from '@scangate/domain/webhooks/webhook-secrets';
import type { EventSender, Sending, SendOutcome } from '#ports/events/event-sender.ts';
import { failureCauseOf, OutboundFailure, type Outbound } from '#ports/outbound.ts';
import type { SubscriberSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { timeAttempt } from '../delivery/time-attempt.ts';
import { signedHeaders } from './sign-webhook.ts';

export interface WebhookSenderPorts {
  outbound: Pick<Outbound, 'fetch'>;
  subscriberSecrets: SecretDecrypter<SubscriberSecretContext>;
  /** A monotonic clock, which measures how long receivers take. */
  elapsedMs(): number;
}

/** Opened secrets of a warm function; each is opened once. */
const maxOpened = 200;

const openerOf = ({ subscriberSecrets }: WebhookSenderPorts) => {
  const opened = new Map<string, Promise<string>>();
  return (sealed: string, context: SubscriberSecretContext): Promise<string> => {
    const known = opened.get(sealed);
    if (known) return known;
    if (opened.size >= maxOpened) opened.clear();
    const opening = subscriberSecrets.decrypt(sealed, context);
    opened.set(sealed, opening);
    opening.catch(() => opened.delete(sealed));
    return opening;
  };
};

/** A compressed response has no excerpt. */
const readAnswer = async (response: Response, secrets: readonly string[]): Promise<WebhookResponse> => {
  const { status, headers } = response;
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  const excerpt = isPlain ? responseExcerpt(new Uint8Array(await response.arrayBuffer()), secrets) : '';
  return { status, retryAfter: headers.get('retry-after'), excerpt };
};

/**
 * Posts events to webhooks, signed as Standard Webhooks specifies (docs/adr/0083-webhooks.md). The status decides;
 * the log keeps the beginning of the response.
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
      const attempt = timeAttempt(now, () => ports.elapsedMs());
      try {
        const response = await post(url, { method: 'POST', headers, body });
        const tried = attempt();
        return outcomeOfResponse(await readAnswer(response, secrets), tried);
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
