import { hourMs, minuteMs } from '@scangate/domain/instant';
import { Webhook } from 'standardwebhooks';
import type { Answered } from '#test/simulation/actors/api.ts';
import type { ReceivedRequest } from '#test/simulation/outside/receivers.ts';
import type { Report } from '../violation.ts';

/** A secret with the times between which it may sign. */
interface Secret {
  value: string;
  from: number;
  until: number;
}

interface KnownWebhook {
  url: string;
  secrets: Secret[];
}

/** A clock is wrong by a minute, and a delivery may be under way for some. */
const slackMs = 10 * minuteMs;

const isSignedBy = ({ headers, body }: ReceivedRequest, secret: Secret): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const signature = new Webhook(secret.value).sign(headers['webhook-id'] ?? '', at, body);
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature);
};

/** The secrets that receivers know of their webhooks, by which the requests that they got have to be signed. */
export class SignatureChecks {
  /** The webhooks whose secrets are all known. */
  readonly #webhooks = new Map<string, KnownWebhook>();

  /** A restore brings former secrets back, so that nothing is known of them any more. */
  forget(): void {
    this.#webhooks.clear();
  }

  #rotate({ beganAt, call, answer }: Answered, now: number): void {
    const { webhookId = '' } = call.params ?? {};
    const known = this.#webhooks.get(webhookId);
    const { secret: value } = answer.body;
    if (!known || (answer.status >= 400 && answer.status < 500)) return;
    // An answer that was lost may have had a secret.
    if (answer.status !== 200 || typeof value !== 'string') return void this.#webhooks.delete(webhookId);
    const { overlapHours = 24 } = call.body as { overlapHours?: number };
    for (const secret of known.secrets)
      secret.until = Math.min(secret.until, now + overlapHours * hourMs + slackMs);
    known.secrets.push({ value, from: beganAt - slackMs, until: Infinity });
  }

  onAnswer(answered: Answered, now: number): void {
    const { endpoint, beganAt, call, answer } = answered;
    if (endpoint === 'rotate-webhook-secret') return this.#rotate(answered, now);
    if (endpoint !== 'create-webhook' || answer.status !== 201) return;
    const { webhookId, secret: value } = answer.body;
    const { url } = call.body as { url: string };
    if (typeof value !== 'string') return;
    const secrets = [{ value, from: beganAt - slackMs, until: Infinity }];
    this.#webhooks.set(String(webhookId), { url, secrets });
  }

  /** Checks every request that arrived. @returns the number of those whose secret is known. */
  check(received: readonly ReceivedRequest[], report: Report): number {
    const known = new Map([...this.#webhooks.values()].map((webhook) => [webhook.url, webhook]));
    const bodies = new Map<string, string>();
    let checked = 0;
    for (const request of received) {
      const { url, at, body, headers } = request;
      const webhook = known.get(url);
      if (!webhook) continue;
      checked += 1;
      const signing = webhook.secrets.filter((secret) => isSignedBy(request, secret));
      if (signing.length === 0)
        report('signature', `${url} gets ${headers['webhook-id']} without its secret`);
      if (signing.some(({ from, until }) => at < from || at > until))
        report('signature', `${url} gets ${headers['webhook-id']} by a secret that had ended`);
      const name = `${url} ${headers['webhook-id']}`;
      if (body !== (bodies.get(name) ?? body))
        report('signature', `${name} is another one when it comes again`);
      bodies.set(name, body);
    }
    return checked;
  }
}
