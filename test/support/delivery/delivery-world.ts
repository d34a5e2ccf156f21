import { deliver } from '#app/delivery/deliver.ts';
import type { DeliveryPorts } from '#app/delivery/delivery-ports.ts';
import { dispatchEvents } from '#app/delivery/dispatch-events.ts';
import { sweepEvents, type SweepPorts } from '#app/delivery/sweep-events.ts';
import { emitEvent } from '@scangate/domain/events/emit-event';
import { queueShard } from '@scangate/domain/due-queue';
import { subscriberKinds, type StoredEvent, type Subscriber } from '@scangate/domain/events/event-records';
import { addMs, dayMs, minuteMs } from '@scangate/domain/instant';
import { derivedId } from '@scangate/engines/model/digest';
import type { DeliveryRequest } from '#ports/events/delivery-starter.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { dispatchingStore } from '#ports/events/dispatching-store.ts';
import type { EventKey } from '#ports/events/event-dispatch.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import type { LogFields } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { errorLog } from '../silent-log.ts';
import { injectFaults, type FaultKind } from '../store/fault-injection.ts';
import { interleave } from '../store/interleave.ts';
import { newOrganization, noon, testIds, write } from '../world.ts';
import { newSubscriber } from './new-subscriber.ts';
import { healthy, outcomeOf, type Receiver } from './receivers.ts';
import { skipEmptyShards } from './skip-empty-shards.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A request as the receiver got it. */
export interface Received {
  subscriberId: string;
  eventId: string;
  sequence: number;
  at: string;
  status: number;
}

type Invocation =
  | { kind: 'dispatch'; organizationId: string; events: readonly EventKey[] }
  | { kind: 'deliver'; request: DeliveryRequest };

/** The outbox on a virtual clock: receivers that answer as configured, and invocations in sequence. */
export class DeliveryWorld {
  readonly store: Store;
  readonly clock = new VirtualClock(noon);
  readonly receivers = new Map<string, Receiver>();
  readonly received: Received[] = [];
  readonly errors: LogFields[] = [];
  readonly runs: { subscriberId: string; ms: number }[] = [];
  caller!: Caller;
  /** Faults of the calls of all functions together. */
  faults: ReadonlyMap<number, FaultKind> = new Map();
  calls = 0;
  /** Loses every invocation, so that only the sweep starts anything. */
  losesInvocations = false;
  #invocations: Invocation[] = [];
  #requests = new Map<string, number>();

  constructor(store: Store = new MemoryStore()) {
    this.store = store;
  }

  get organizationId(): string {
    return this.caller.organizationId;
  }

  get now(): string {
    return this.clock.now().toISOString();
  }

  async begin(order: Parameters<typeof newOrganization>[1] = {}): Promise<this> {
    this.caller = (await newOrganization(this.store, order)).as('owner');
    const id = { organizationId: this.organizationId };
    await write(this.store, [{ change: 'update', record: 'organization', id, set: { listens: ['*'] } }]);
    return this;
  }

  async subscribe(receiver: Receiver, fields: Partial<Subscriber> = {}): Promise<Subscriber> {
    const { organizationId, now } = this;
    const subscriber = { ...newSubscriber(organizationId, testIds.uuid(), now), ...fields };
    this.receivers.set(subscriber.subscriberId, receiver);
    await write(this.store, [{ change: 'insert', record: 'subscriber', item: subscriber }]);
    return subscriber;
  }

  /** Writes an event as the transaction of a change does, and requests its fan-out. */
  async emit(fields: Partial<StoredEvent> = {}, isAsked = true): Promise<StoredEvent> {
    const { organizationId, now: at } = this;
    const eventId = derivedId('event', organizationId, testIds.uuid());
    const event: StoredEvent = {
      organizationId,
      at,
      eventId,
      type: 'scan.failed',
      data: { scanId: 's-1' },
      dueQueue: queueShard('storedEvent', eventId),
      dueAt: at,
      expiresAt: addMs(at, 30 * dayMs),
      ...fields,
    };
    await write(this.store, [{ change: 'insert', record: 'storedEvent', item: event }]);
    if (isAsked) this.#invoke({ kind: 'dispatch', organizationId, events: [{ at: event.at, eventId }] });
    return event;
  }

  /** The patterns that subscribers listen to. */
  async listens(): Promise<string[]> {
    const { organizationId } = this;
    return (await this.store.get('organization', { organizationId }, { consistent: true }))?.listens ?? [];
  }

  /** Runs a use case that makes a change and emits events. It may be interrupted; a refused one emits none. */
  async change(personId: string, isRefused = false): Promise<void> {
    const { organizationId, now: at } = this;
    const [told] = emitEvent(
      { organizationId, listens: await this.listens() },
      { type: 'member.removed', cause: personId, at, data: { personId } },
    );
    const when = [{ field: 'owners', is: 'atLeast', value: isRefused ? 1_000 : 0 }] as const;
    await this.#run(({ store }) =>
      store.commit([
        {
          change: 'update',
          record: 'organization',
          id: { organizationId },
          set: { name: personId },
          when: [...when],
        },
        ...(told ? [told] : []),
      ]),
    );
  }

  /** Runs a fan-out twice, a sweep, deliveries and others over one store, and interleaves their calls. */
  async runAtOnce(picks: readonly number[], others: Parameters<typeof interleave>[2] = []): Promise<void> {
    const { organizationId } = this;
    const events = (await this.all('storedEvents')).filter(({ dueQueue }) => dueQueue !== undefined);
    const now = this.clock.now();
    const context = { now: new Date(now.getTime() + minuteMs), signal: new AbortController().signal };
    const dispatch = (store: Store) =>
      dispatchEvents({ organizationId, events }, this.#ports(store).ports, { now });
    const run = (request: DeliveryRequest) => (store: Store) => deliver(request, this.#ports(store).ports);
    const requests = (await this.all('subscribers')).flatMap((one) => [run(one), run(one)]);
    const sweep = (store: Store) => sweepEvents(this.#ports(store).ports, context);
    await this.clock.run(interleave(this.store, picks, [dispatch, dispatch, sweep, ...requests, ...others]));
  }

  /** Runs what was invoked in another order. */
  reorder(order: readonly number[]): void {
    const before = this.#invocations;
    this.#invocations = order.map((index) => before[index]).filter((one) => one !== undefined);
  }

  #invoke(invocation: Invocation): void {
    if (!this.losesInvocations) this.#invocations.push(invocation);
  }

  readonly #sender: EventSender = {
    send: async (sending) => {
      const { subscriberId, eventId, sequence } = sending.delivery;
      const request = (this.#requests.get(subscriberId) ?? 0) + 1;
      this.#requests.set(subscriberId, request);
      const at = this.now;
      const answer = (this.receivers.get(subscriberId) ?? healthy)(sending, request);
      this.received.push({ subscriberId, eventId, sequence, at, status: answer.status });
      if (answer.ms) await this.clock.sleep(answer.ms);
      return outcomeOf(answer, at);
    },
  };

  /** The ports of one process, whose calls go on counting where the last ones ended. */
  #ports(store = this.store) {
    const failing = [...this.faults].filter(([call]) => call > this.calls);
    const outside = {
      store,
      sender: this.#sender,
      eventDispatch: {
        dispatch: async (organizationId: string, events: readonly EventKey[]) => {
          if (events.length > 0) this.#invoke({ kind: 'dispatch', organizationId, events });
        },
      },
      deliveries: {
        start: async (requests: readonly DeliveryRequest[]) => {
          for (const request of requests) this.#invoke({ kind: 'deliver', request });
        },
      },
    };
    const before = this.calls;
    const injected = injectFaults(outside, new Map(failing.map(([call, kind]) => [call - before, kind])));
    const { sender, ...others } = injected.ports;
    const loaded = subscriberKinds.map((kind) => [kind, async () => sender]);
    const senders = Object.fromEntries(loaded) as DeliveryPorts['senders'];
    const own = { senders, clock: this.clock, random: () => 0.5, ids: testIds, log: errorLog(this.errors) };
    const skipping = skipEmptyShards(others.store, store);
    return {
      ports: { ...others, ...own, store: dispatchingStore(skipping, others.eventDispatch) },
      count: () => void (this.calls = before + injected.count()),
    };
  }

  async #run(work: (ports: DeliveryPorts & SweepPorts) => Promise<unknown>): Promise<void> {
    const { ports, count } = this.#ports();
    try {
      await this.clock.run(work(ports));
    } catch (error) {
      this.errors.push({ message: 'crashed', error });
    } finally {
      count();
    }
  }

  async #carryOut(invocation: Invocation, ports: DeliveryPorts): Promise<void> {
    const began = this.clock.now();
    if (invocation.kind === 'dispatch') {
      await dispatchEvents(invocation, ports, { now: began });
      return;
    }
    const { request } = invocation;
    try {
      await deliver(request, ports);
    } finally {
      const ms = this.clock.now().getTime() - began.getTime();
      this.runs.push({ subscriberId: request.subscriberId, ms });
    }
  }

  /** Runs what was invoked, and what that invokes. Nothing but what is due runs. */
  async settle(): Promise<void> {
    for (let next = this.#invocations.shift(); next; next = this.#invocations.shift()) {
      const invocation = next;
      await this.#run((ports) => this.#carryOut(invocation, ports));
    }
  }

  /** Runs every invocation as soon as it is made, beside all others, as Lambda does. */
  async settleAtOnce(): Promise<void> {
    const { ports } = this.#ports();
    const underway = new Set<Invocation>();
    const begin = async (invocation: Invocation): Promise<void> => {
      underway.add(invocation);
      await this.#carryOut(invocation, ports);
      underway.delete(invocation);
    };
    const all = async () => {
      const begun: Promise<void>[] = [];
      while (underway.size > 0 || this.#invocations.length > 0) {
        begun.push(...this.#invocations.splice(0).map(begin));
        await new Promise<void>((resolve) => void setImmediate(resolve));
      }
      await Promise.all(begun);
    };
    await this.clock.run(all());
  }

  async sweep(): Promise<void> {
    const context = { now: this.clock.now(), signal: new AbortController().signal };
    await this.#run((ports) => sweepEvents(ports, context));
    await this.settle();
  }

  /** Passes time, with a sweep in every minute in which something is due. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.now().getTime() + ms;
    await this.settle();
    for (;;) {
      const due = await this.#nextDue();
      const next = Math.max(Date.parse(due ?? ''), this.clock.now().getTime() + minuteMs);
      if (due === undefined || next > end) break;
      this.clock.moveTo(new Date(next));
      await this.sweep();
    }
    this.clock.moveTo(new Date(end));
  }

  async #nextDue(): Promise<string | undefined> {
    const [events, subscribers] = await Promise.all([this.all('storedEvents'), this.all('subscribers')]);
    return [...events, ...subscribers]
      .flatMap(({ dueAt, dueQueue }) => (dueAt !== undefined && dueQueue !== undefined ? [dueAt] : []))
      .toSorted()[0];
  }

  async all<L extends 'storedEvents' | 'subscribers'>(list: L) {
    const { organizationId } = this;
    const { items } = await this.store.list(list, { organizationId }, { limit: 1000, consistent: true });
    return items;
  }

  async subscriber(subscriberId: string): Promise<Subscriber> {
    const { organizationId } = this;
    const found = await this.store.get('subscriber', { organizationId, subscriberId }, { consistent: true });
    if (!found) throw new Error('no such subscriber');
    return found;
  }

  async deliveries(subscriberId: string) {
    const owner = { organizationId: this.organizationId, subscriberId };
    const page = { limit: 1000, consistent: true, newestFirst: false };
    return (await this.store.list('deliveries', owner, page)).items;
  }
}
