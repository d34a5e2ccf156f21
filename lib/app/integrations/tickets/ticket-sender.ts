import { defaultNewTickets } from '@scangate/domain/integrations/kinds/tracker-settings';
import type { DeliveryAttempt, Subscriber } from '@scangate/domain/events/event-records';
import { minuteMs } from '@scangate/domain/instant';
import * as scope from '@scangate/domain/integrations/tickets/reconcile-scope';
import type { TicketRules } from '@scangate/domain/integrations/tickets/decide-ticket';
import { thresholds } from '@scangate/engines/model/severity';
import type { EventSender, SendOutcome, Sending } from '#ports/events/event-sender.ts';
import type { TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import type { SubscriberSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { skipDamaged } from '#app/delivery/skip-damaged.ts';
import { timeAttempt } from '#app/delivery/time-attempt.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import { openConnection } from '../open-connection.ts';
import { outcomeOfFailure } from '../outcome-of-failure.ts';
import { reconcileTickets, type ReconcilePorts } from './reconcile-tickets.ts';

export interface TicketSenderPorts {
  store: ReconcilePorts['store'] &
    Pick<Store<'organization' | 'policy' | 'repository' | 'delivery'>, 'get' | 'list'>;
  subscriberSecrets: SecretDecrypter<SubscriberSecretContext>;
  /** A monotonic clock. */
  elapsedMs: () => number;
  log: Log;
}

const loadRules = async (
  { organizationId, settings }: Subscriber,
  { store }: TicketSenderPorts,
): Promise<TicketRules> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Error('the organization is missing');
  const minimumSeverity = thresholds.find((one) => one === settings?.['minimumSeverity']);
  return { policy: await loadPolicy(store, organization), minimumSeverity };
};

/** Returns whether the event concerns a default branch. */
const isRelevant = async (
  { event, subscriber: { organizationId } }: Sending,
  { store }: TicketSenderPorts,
): Promise<boolean> => {
  const { repositoryId } = event.about ?? {};
  if (repositoryId === undefined) return true;
  const repository = await store.get('repository', { organizationId, repositoryId });
  return scope.isAboutDefaultBranch(event, repository?.defaultBranch);
};

const isWaitedFor = async (
  { delivery, subscriber: { organizationId, subscriberId } }: Sending,
  again: string,
  { store, log }: TicketSenderPorts,
): Promise<boolean> => {
  const newest = await store.list(
    'deliveries',
    { organizationId, subscriberId },
    { limit: 50, ...skipDamaged(log) },
  );
  return scope.isAwaited(newest.items, delivery, again);
};

interface Sent {
  provider: TrackerProvider;
  ports: TicketSenderPorts;
  attempt: () => DeliveryAttempt;
}

/** A delivery that continues sooner than this is not left to another one. */
const soonMs = minuteMs;

const reconcile = async (sending: Sending, { provider, ports, attempt }: Sent): Promise<SendOutcome> => {
  const { subscriber, event, delivery, now } = sending;
  const connection = await openConnection(ports.subscriberSecrets, subscriber);
  if (event.type === 'webhook.test') {
    await provider.check(connection);
    return { kind: 'delivered', attempt: attempt() };
  }
  const limit = Number(subscriber.settings?.['newTicketsPerDay'] ?? defaultNewTickets);
  const rules = await loadRules(subscriber, ports);
  const repositoryId = scope.repositoryToReconcile(event, delivery, now);
  const tracker = provider.open(connection);
  const { again } = await reconcileTickets(
    { subscriber, repositoryId, rules, limit },
    { store: ports.store, tracker },
    now,
  );
  if (again === undefined) return { kind: 'delivered', attempt: attempt() };
  const isLong = Date.parse(again) - now.getTime() > soonMs;
  if (isLong && (await isWaitedFor(sending, again, ports))) return { kind: 'delivered', attempt: attempt() };
  return { kind: 'later', at: again };
};

/** Delivers to an issue tracker: whatever the event says, the tracker is reconciled with the tracked findings. */
export const ticketSender = (provider: TrackerProvider, ports: TicketSenderPorts): EventSender => ({
  send: async (sending) => {
    const attempt = timeAttempt(sending.now, ports.elapsedMs);
    if (!(await isRelevant(sending, ports))) return { kind: 'delivered', attempt: attempt() };
    const until = scope.waitsUntil(sending.event, sending.now);
    if (until !== undefined) return { kind: 'later', at: until };
    try {
      return await reconcile(sending, { provider, ports, attempt });
    } catch (error) {
      if (error instanceof ProviderFailure) return outcomeOfFailure(error, attempt());
      throw error;
    }
  },
});
