import { deepCopy } from '../store/deep-copy.ts';
import { createHmac } from 'node:crypto';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import { daySeconds, hourSeconds } from '../time/billing-periods.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import type { Delivery, StripeEvent } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** The HTTP request that delivers an event. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  event: StripeEvent;
}

/** Delivers a webhook. @returns the status of the endpoint; anything but 2xx is retried. */
export type DeliverWebhook = (sent: WebhookRequest) => Promise<number> | number;

/** Faults of webhook delivery, for tests. */
export interface WebhookBehavior {
  /** Delivers every event twice. */
  duplicate: boolean;
  /** Delivers concurrent events in random order, at once. */
  shuffle: boolean;
  /** Delays every event, by the movable clock. */
  delaySeconds: number;
  /** Number of attempts that are lost; `true` loses all of them. */
  drop: boolean | number;
}

export const normalBehavior: WebhookBehavior = {
  duplicate: false,
  shuffle: false,
  delaySeconds: 0,
  drop: false,
};

/** Delays after failed attempts; then every twelve hours, for three days in all. */
const retryDelays = [5 * 60, 30 * 60, 2 * hourSeconds, 5 * hourSeconds, 10 * hourSeconds];
const lastDelay = 12 * hourSeconds;
const giveUpAfter = 3 * daySeconds;

/** Stripe's signature: HMAC-SHA256 over the timestamp and the raw body. */
export const signatureOf = (secret: string, second: number, body: string): string =>
  `t=${second},v1=${createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')}`;

export interface WebhookDeliveryOptions {
  clock: Pick<Clock, 'now' | 'at'>;
  activity: Activity;
  deliver: DeliverWebhook;
  /** Runs a transaction. */
  run: <T>(action: (tx: Transaction) => T) => T;
  report: (error: unknown) => void;
  /** @returns a number from 0 up to 1. */
  random: () => number;
}

/** Delivers events to the endpoints, signed and one after the other, with retries until an endpoint accepts them. */
export class WebhookDelivery {
  behavior: WebhookBehavior = { ...normalBehavior };
  private readonly options: WebhookDeliveryOptions;
  private queue: string[] = [];
  private readonly underWay = new Set<string>();
  private chain: Promise<unknown> = Promise.resolve();

  constructor(options: WebhookDeliveryOptions) {
    this.options = options;
  }

  /** Schedules a new or postponed delivery. */
  schedule({ id, due, attempts }: ReadonlyObject<Delivery>): void {
    if (due === null || this.underWay.has(id)) return;
    const delay = attempts === 0 ? this.behavior.delaySeconds : 0;
    const at = (due + delay) * 1000;
    if (at > this.options.clock.now()) {
      this.underWay.add(id);
      this.options.clock.at(at, () => this.enqueue(id));
      return;
    }
    this.underWay.add(id);
    this.enqueue(id);
  }

  private enqueue(id: string): void {
    const end = this.options.activity.begin(`Stripe's webhook ${id.split('/')[0]}`);
    this.queue.push(id);
    // The events of one request are collected first, so that they can be shuffled.
    setImmediate(() => {
      this.chain = this.chain.then(() => this.flush()).finally(end);
    });
  }

  private async flush(): Promise<void> {
    const batch = this.queue;
    this.queue = [];
    if (!this.behavior.shuffle) {
      for (const id of batch) await this.send(id);
      return;
    }
    const mixed = batch
      .map((id) => ({ id, place: this.options.random() }))
      .toSorted((a, b) => a.place - b.place);
    await Promise.all(mixed.map(({ id }) => this.send(id)));
  }

  private sentOf(id: string): WebhookRequest | undefined {
    return this.options.run((tx) => {
      const delivery = tx.find('local.delivery', id);
      const endpoint = delivery && tx.find('webhook_endpoint', delivery.endpoint);
      if (!delivery || !endpoint) return undefined;
      const event = deepCopy(tx.get('event', delivery.event)) as StripeEvent;
      const body = JSON.stringify(event, null, 2);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (local emulator)',
        'stripe-signature': signatureOf(tx.get('local.secret', endpoint.id).secret, tx.now, body),
      };
      return { url: endpoint.url, headers, body, event };
    });
  }

  private isDropped(): boolean {
    const { drop } = this.behavior;
    if (typeof drop === 'boolean') return drop;
    if (drop > 0) this.behavior.drop = drop - 1;
    return drop > 0;
  }

  private async attempt(sent: WebhookRequest): Promise<boolean> {
    if (this.isDropped()) return false;
    try {
      const status = await this.options.deliver(sent);
      if (this.behavior.duplicate) await this.options.deliver(sent);
      return status >= 200 && status < 300;
    } catch {
      // An endpoint that cannot be reached counts as a failed attempt.
      return false;
    }
  }

  private async send(id: string): Promise<void> {
    try {
      const sent = this.sentOf(id);
      const arrived = sent === undefined || (await this.attempt(sent));
      this.underWay.delete(id);
      this.options.run((tx) => this.settle(tx, id, arrived));
    } catch (error) {
      this.options.report(error);
    }
  }

  private settle(tx: Transaction, id: string, arrived: boolean): void {
    const delivery = tx.find('local.delivery', id);
    if (!delivery) return;
    const due = tx.now + (retryDelays[delivery.attempts] ?? lastDelay);
    const { created } = tx.get('event', delivery.event);
    if (arrived || due > created + giveUpAfter) return tx.remove('local.delivery', id);
    const put = tx.edit('local.delivery', id);
    put.attempts += 1;
    put.due = due;
  }
}
