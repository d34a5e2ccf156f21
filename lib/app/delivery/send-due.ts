import {
  deliveriesPerDay,
  isDayUsedUp,
  isProbing,
  sentAtOnce,
  waitBeforeSendMs,
} from '@scangate/domain/delivery/delivery-limits';
import { dueNow } from '@scangate/domain/delivery/next-due';
import type { SendOutcome } from '@scangate/domain/delivery/send-outcome';
import type { Delivery, StoredEvent } from '@scangate/domain/events/event-records';
import { addMs, minuteMs } from '@scangate/domain/instant';
import { errorFields } from '#ports/log.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import { currentSubscriber, eventKey, isStopped, knownOf, writeResults, type Run } from './delivery-run.ts';

/** Nothing is started after this time of a run; a request in progress takes at most ten seconds more. */
const sendingMs = 45_000;
/** The delay of a delivery that could not be attempted because of the service itself. */
const ownFailureMs = 5 * minuteMs;

/** Returns whether the run has used up its time. */
export const isTimeUp = ({ startedAt }: Run, now: Date): boolean =>
  now.getTime() - startedAt.getTime() >= sendingMs;

interface Sendings {
  run: Run;
  ports: DeliveryPorts;
  queue: Delivery[];
  underway: Set<number>;
  /** The earliest time of the next request. */
  nextAt: { at: string | undefined };
  /** The write of results that is in progress. */
  writing: Promise<unknown>;
}

const mayBegin = ({ run, ports: { clock }, underway }: Sendings, delivery: Delivery): boolean => {
  const now = clock.now();
  if (run.isLost || isStopped(run) || isTimeUp(run, now)) return false;
  const subscriber = currentSubscriber(run);
  if (isProbing(subscriber) && underway.size > 0) return false;
  if (isProbing(subscriber) && dueNow(subscriber, knownOf(run), now.toISOString())[0] !== delivery)
    return false;
  return !isDayUsedUp(subscriber, now.toISOString(), underway.size);
};

/** Sends one delivery. A failure of the service itself is not a failure of the receiver. */
const attempt = async (
  delivery: Delivery,
  event: StoredEvent,
  { run, ports: { senders, clock, log } }: Sendings,
): Promise<SendOutcome> => {
  const subscriber = currentSubscriber(run);
  try {
    const sender = await senders[subscriber.kind]?.();
    if (!sender) throw new Error(`nothing sends to ${subscriber.kind}`);
    return await sender.send({ subscriber, event, delivery, now: clock.now() });
  } catch (error) {
    const { organizationId, subscriberId, sequence } = delivery;
    log.error('a delivery could not be attempted', {
      organizationId,
      subscriberId,
      sequence,
      ...errorFields(error),
    });
    return { kind: 'later', at: addMs(clock.now(), ownFailureMs) };
  }
};

/** Waits until the rate permits another request. */
const keepRate = async ({ nextAt, ports: { clock } }: Sendings): Promise<void> => {
  const now = clock.now();
  const waitMs = waitBeforeSendMs(nextAt.at, now.toISOString());
  nextAt.at = addMs(now, waitMs);
  if (waitMs > 0) await clock.sleep(waitMs);
};

/** Writes results while others are in progress, one write at a time. The last ones are left to the end of the run. */
const writeMeanwhile = (sendings: Sendings): void => {
  const { run, ports, underway, queue } = sendings;
  if (underway.size === 0 && queue.length === 0) return;
  sendings.writing = sendings.writing.then(() =>
    run.pending.length > 0 && !run.isLost ? writeResults(run, {}, ports) : undefined,
  );
  // A failed write is reported where the run waits for it.
  sendings.writing.catch(() => undefined);
};

const sendOne = async (delivery: Delivery, sendings: Sendings): Promise<void> => {
  const { run, ports, underway } = sendings;
  const event = run.events.get(eventKey(delivery));
  underway.add(delivery.sequence);
  await keepRate(sendings);
  const { url } = run.stored;
  const outcome = event ? await attempt(delivery, event, sendings) : ({ kind: 'expired' } as const);
  underway.delete(delivery.sequence);
  const at = ports.clock.now().toISOString();
  // The refusal by a URL that was replaced meanwhile does not count.
  if (run.stored.url === url || outcome.kind === 'delivered')
    run.pending.push({ delivery, outcome, at, random: ports.random() });
  writeMeanwhile(sendings);
};

const worker = async (sendings: Sendings): Promise<void> => {
  for (let next = sendings.queue.shift(); next; next = sendings.queue.shift()) {
    if (!mayBegin(sendings, next)) {
      sendings.queue.length = 0;
      return;
    }
    await sendOne(next, sendings);
  }
};

/** Sends deliveries, four at a time and ten per second. Their last results are still to be written. */
export const sendDue = async (run: Run, due: readonly Delivery[], ports: DeliveryPorts): Promise<void> => {
  const sendings: Sendings = {
    run,
    ports,
    queue: due.slice(0, deliveriesPerDay),
    underway: new Set(),
    nextAt: { at: run.lastSentAt },
    writing: Promise.resolve(),
  };
  await Promise.all(Array.from({ length: sentAtOnce }, () => worker(sendings)));
  await sendings.writing;
  run.lastSentAt = sendings.nextAt.at;
};
