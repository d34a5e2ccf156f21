import { dayMs } from '@scangate/domain/instant';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Subscriber } from '@scangate/domain/records';
import type { World } from '../start/world.ts';
import type { Report } from './violation.ts';

/** The states of a delivery that is over. */
const over = ['delivered', 'given_up'];

/** The organizations whose webhooks and trackers are served now: their plan includes them, and they are not being closed. */
export const servedOrganizations = (store: MemoryStore): ReadonlySet<string> => {
  const plans = new Map(store.all('account').map(({ accountId, plan }) => [accountId, plan]));
  const served = store
    .all('organization')
    .filter(({ billingAccountId, closing }) => {
      const plan = plans.get(billingAccountId);
      return closing === undefined && (plan === 'Team' || plan === 'Regulated');
    })
    .map(({ organizationId }) => organizationId);
  return new Set(served);
};

/** An event is fanned out and delivered in five minutes, and in twice that when something goes wrong. */
const deliveredInMs = 600_000;

/** Deliveries are kept for so long at least. */
const keptMs = 25 * dayMs;

/** A clock may be wrong by a minute, so that an event seems to be later than the subscriber that it missed. */
const isListening = ({ types, createdAt }: Pick<Subscriber, 'types' | 'createdAt'>, at: string): boolean =>
  types.includes('*') && Date.parse(at) - Date.parse(createdAt) > 150_000;

/** No event is lost: each was fanned out, its deliveries have one number each, and the receiver got what counts as delivered. */
export const checkDeliveries = (
  { receivers, scheduler }: World,
  store: MemoryStore,
  report: Report,
): void => {
  const isUnderWay = (at: string): boolean => scheduler.now - Date.parse(at) < deliveredInMs;
  for (const { dueQueue, eventId, type, at } of store.all('storedEvent'))
    if (dueQueue !== undefined && !isUnderWay(at)) report('event', `${type} ${eventId} was not fanned out`);
  const received = new Set(receivers.received.map(({ body }) => (JSON.parse(body) as { id?: string }).id));
  const deliveriesOf = Map.groupBy(store.all('delivery'), ({ subscriberId }) => subscriberId);
  const eventsOf = Map.groupBy(
    store.all('storedEvent').filter(({ unlisted, onlyFor, at }) => !unlisted && !onlyFor && !isUnderWay(at)),
    ({ organizationId }) => organizationId,
  );
  const served = servedOrganizations(store);
  for (const subscriber of store.all('subscriber')) {
    const { organizationId, subscriberId, nextSequence, disabled, removedAt, createdAt: since } = subscriber;
    const isReceiver = subscriber.kind === 'webhook';
    const own = deliveriesOf.get(subscriberId) ?? [];
    const numbers = own.map(({ sequence }) => sequence).toSorted((one, other) => one - other);
    // The first ones may be gone, as deliveries are kept for some weeks only.
    const first = scheduler.now - Date.parse(since) < keptMs ? 1 : (numbers.at(0) ?? nextSequence);
    const isGap = numbers.some((sequence, index) => sequence !== first + index);
    if (isGap || nextSequence !== first + numbers.length)
      report('event', `${subscriberId} has the sequences ${numbers.join(', ')} before ${nextSequence}`);
    if (new Set(own.map(({ eventId }) => eventId)).size !== own.length)
      report('event', `${subscriberId} gets an event twice`);
    if (disabled || removedAt !== undefined || !served.has(organizationId)) continue;
    const delivered = new Set(own.map(({ eventId }) => eventId));
    for (const { eventId, type, at } of eventsOf.get(organizationId) ?? [])
      if (isListening(subscriber, at) && !delivered.has(eventId))
        report('event', `${subscriberId} never gets ${type} ${eventId}`);
    // What was refused waits: of one issue for the next day, and a receiver or tracker that was down for its probe.
    const failedAt = receivers.failedAt.get(subscriber.url ?? '') ?? 0;
    const hasFailed = !isReceiver || scheduler.now - failedAt < dayMs;
    const isLater = hasFailed && Date.parse(subscriber.dueAt ?? '') > scheduler.now;
    for (const { state, eventId, createdAt } of own) {
      if (!over.includes(state) && !isUnderWay(createdAt) && !isLater)
        report('event', `${eventId} is still ${state}`);
      if (isReceiver && state === 'delivered' && !received.has(eventId))
        report('event', `${eventId} never arrived`);
    }
  }
};

/** A commit that a pipeline pushed once, however often it asked, has one scan that counts. */
export const checkScans = (store: MemoryStore, report: Report): void => {
  const counted = store.all('scan').filter(({ status, artifact }) => status === 'completed' && !artifact);
  const byCommit = Map.groupBy(
    counted,
    ({ organizationId, commitHash }) => `${organizationId} ${commitHash}`,
  );
  for (const [commit, scans] of byCommit)
    if (scans.length > 1) report('idempotency', `${commit} has ${scans.length} scans`);
};

/** A mail that is sent once more after a fault is not sent again and again: not so often on a day. */
export const checkMails = ({ cloud: { mails } }: World, report: Report): void => {
  const equal = Map.groupBy(mails, ({ at, to, subject, text }) =>
    JSON.stringify([to, subject, text, Math.floor(at / dayMs)]),
  );
  for (const [mail, sent] of equal)
    if (sent.length > 5) report('mail', `${mail.slice(0, 100)} was sent ${sent.length} times`);
};
