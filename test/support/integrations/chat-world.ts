import { MemoryStore } from '#adapters/memory/store.ts';
import type { ChatStore } from '#app/integrations/chat/chat-run.ts';
import { chatSender } from '#app/integrations/chat/send-chat.ts';
import type { EventSender, SendOutcome } from '#ports/events/event-sender.ts';
import type { Store } from '#ports/store.ts';
import type { Chat } from '#ports/integrations/chat.ts';
import { queuePartition } from '@scangate/domain/due-queue';
import { noDeliveries, waitingShard } from '@scangate/domain/delivery/delivery-state';
import { afterOutcome, writeDelivery } from '@scangate/domain/delivery/record-outcome';
import type { StoredEvent, Subscriber } from '@scangate/domain/events/event-records';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';
import type { ChatRule } from '@scangate/domain/integrations/kinds/chat-settings';
import { silentLog } from '../silent-log.ts';
import { emittedScan } from './chat-events.ts';

const ids = { organizationId: 'o-1', subscriberId: 'sub-1' };

/** A chat with its deliveries, and the runs of an engine that delivers to it, four at once. */
export class ChatWorld {
  readonly store: Store;
  readonly messages: ChatMessage[] = [];
  /** Runs in place of a post; what it throws is thrown, after the message was posted if it says so. */
  onPost: (message: ChatMessage) => { failure: Error; isPosted: boolean } | undefined = () => undefined;
  now = '2026-03-01T09:10:00.000Z';
  private sequence = 0;
  private run = 0;

  constructor(store: Store = new MemoryStore()) {
    this.store = store;
  }

  async begin(rules?: ChatRule[]): Promise<void> {
    const subscriber: Subscriber = {
      ...ids,
      kind: 'slack',
      name: 'Security',
      types: ['*'],
      settings: rules ? { rules } : {},
      credential: '{}',
      createdAt: this.now,
      createdBy: 'p-1',
      version: 1,
      ...noDeliveries,
    };
    await this.store.commit([{ change: 'insert', record: 'subscriber', item: subscriber }]);
  }

  /** Makes an event and its delivery. */
  async emit(event: Partial<StoredEvent> = {}): Promise<number> {
    this.sequence += 1;
    const { sequence, now: at } = this;
    const stored = {
      ...emittedScan(`repository-${sequence}`),
      ...event,
      ...ids,
      at,
      eventId: `e-${sequence}`,
    };
    const expiresAt = addMs(at, 30 * dayMs);
    await this.store.commit([
      { change: 'insert', record: 'storedEvent', item: { ...stored, expiresAt } },
      {
        change: 'insert',
        record: 'delivery',
        item: {
          ...ids,
          sequence,
          eventId: stored.eventId,
          eventAt: at,
          type: stored.type,
          state: 'waiting',
          attempts: [],
          tries: 0,
          nextAttemptAt: at,
          deadlineAt: addMs(at, 3 * dayMs),
          createdAt: at,
          expiresAt,
          dueQueue: queuePartition('delivery', waitingShard(ids)),
          dueAt: at,
        },
      },
    ]);
    return sequence;
  }

  private readonly chat: Chat = {
    check: async () => ({ target: 'a channel' }),
    post: async (_connection, message) => {
      const failed = this.onPost(message);
      if (!failed || failed.isPosted) this.messages.push(message);
      if (failed) throw failed.failure;
      return { status: 200 };
    },
  };

  sender(store: ChatStore = this.store): EventSender {
    return chatSender({
      chat: this.chat,
      store,
      subscriberSecrets: { decrypt: async (sealed) => sealed },
      publicAddress: { url: async () => 'https://scangate.example.com' },
      log: silentLog,
      elapsedMs: () => 0,
    });
  }

  /** Sends what is due as the engine does, and writes the results unless it is cut off. */
  async deliver({ sender = this.sender(), isCutOff = false } = {}): Promise<SendOutcome[]> {
    const leaseHolder = `run-${(this.run += 1)}`;
    await this.store.commit([{ change: 'update', record: 'subscriber', id: ids, set: { leaseHolder } }]);
    const subscriber = await this.store.get('subscriber', ids);
    const { items } = await this.store.listDue('delivery', waitingShard(ids), { through: this.now });
    const outcomes: SendOutcome[] = [];
    for (let from = 0; from < items.length; from += 4)
      outcomes.push(
        ...(await Promise.all(
          items.slice(from, from + 4).map((id) => this.send({ sender, subscriber, id, isCutOff })),
        )),
      );
    return outcomes;
  }

  private async send(given: {
    sender: EventSender;
    subscriber: Subscriber | undefined;
    id: { organizationId: string; subscriberId: string; sequence: number };
    isCutOff: boolean;
  }): Promise<SendOutcome> {
    const { sender, subscriber, id, isCutOff } = given;
    const delivery = await this.store.get('delivery', id);
    const event =
      delivery &&
      (await this.store.get('storedEvent', { ...ids, at: delivery.eventAt, eventId: delivery.eventId }));
    if (!subscriber || !delivery || !event) throw new Error('the delivery is missing');
    const outcome = await sender.send({ subscriber, event, delivery, now: new Date(this.now) });
    const after = afterOutcome(delivery, outcome, { at: this.now, random: 0 });
    if (!isCutOff) await this.store.commit([writeDelivery(delivery, after)]);
    return outcome;
  }

  move(milliseconds: number): void {
    this.now = addMs(this.now, milliseconds);
  }

  /** The number of deliveries in each state. */
  async states(): Promise<Record<string, number>> {
    const { items } = await this.store.list('deliveries', ids, { limit: 100 });
    return Object.fromEntries(
      [...Map.groupBy(items, ({ state }) => state)].map(([state, same]) => [state, same.length]),
    );
  }

  state() {
    return this.store.get('subscriber', ids).then((subscriber) => subscriber?.chat);
  }

  titles(): string[] {
    return this.messages.map(({ title }) => title);
  }
}
