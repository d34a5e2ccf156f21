import { sha256 } from '@scangate/engines/model/digest';
import { planIncludes } from '../event-subscribers/subscriber-plan.ts';
import type { Subscriber } from '../events/event-records.ts';
import { subscriberStateView } from '../event-subscribers/subscriber-view.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { signingSecrets } from './webhook-secrets.ts';

/** A subscriber that was created by `/v1/webhooks`. */
export type Webhook = Subscriber & { kind: 'webhook'; url: string };

/** Whether a subscriber is a webhook that was not removed. */
export const isWebhook = (subscriber: Subscriber | undefined): subscriber is Webhook =>
  subscriber?.kind === 'webhook' && subscriber.url !== undefined && subscriber.removedAt === undefined;

/** @throws Problem webhook_not_found */
export const requireWebhook = (subscriber: Subscriber | undefined): Webhook => {
  if (!isWebhook(subscriber)) throw new Problem('webhook_not_found');
  return subscriber;
};

/** A webhook as the API shows it. Its secrets are shown once, when they are made. */
export const webhookView = (webhook: Webhook, plan: PlanName, now: Instant) => {
  const { subscriberId, name, url, types, filter } = webhook;
  const [, ...older] = signingSecrets(webhook, now);
  const until = older
    .flatMap(({ signsUntil }) => signsUntil ?? [])
    .toSorted()
    .at(-1);
  return {
    webhookId: subscriberId,
    name,
    url,
    events: types,
    ...(filter && { filter }),
    ...(until !== undefined && { oldSecretSignsUntil: until }),
    ...subscriberStateView(webhook, !planIncludes(plan, 'webhook')),
  };
};

/** Names a URL without the parts that may be secret, which a path and a query often are. */
export const shownUrl = (url: string): { origin: string; digest: string } => ({
  origin: new URL(url).origin,
  digest: sha256(url).slice(0, 12),
});

/** The part of a webhook that people set, as audit events show it. */
export const auditedView = ({ name, url, types, filter, disabled }: Webhook) => ({
  name,
  url: shownUrl(url),
  events: types,
  ...(filter && { filter }),
  enabled: disabled === undefined,
});
