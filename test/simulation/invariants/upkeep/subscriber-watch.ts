import { minuteMs } from '@scangate/domain/instant';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Report } from '../violation.ts';

/** A run that was sending goes on for as long at most, and clocks are wrong by a minute. */
const underWayMs = 10 * minuteMs;

/** The fields by which the service can send as an organization. */
const secretFields = ['credential', 'secrets'];

/** Watches every commit: a webhook or tracker that was removed stays so, keeps no secret, and is sent nothing more. */
export class SubscriberWatch {
  readonly #report: Report;
  /** When subscribers were removed, by their ids. */
  readonly #removed = new Map<string, number>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const removed = [...this.#removed];
    return () => {
      this.#removed.clear();
      for (const [subscriber, at] of removed) this.#removed.set(subscriber, at);
    };
  }

  #checkSubscriber(id: string, { before, after }: RowChange, now: number): void {
    if (!after) return;
    const name = `${String(after['kind'])} ${id}`;
    const isOver = after['removedAt'] !== undefined;
    const wasOver = before?.['removedAt'] !== undefined;
    if (isOver && !wasOver) this.#removed.set(id, now);
    if (wasOver && !isOver) this.#report('removed', `${name} is there again`);
    const kept = secretFields.find((field) => after[field] !== undefined);
    if (isOver && kept !== undefined) this.#report('removed', `${name} keeps its ${kept}`);
  }

  #checkDelivery(id: string, { before, after }: RowChange, now: number): void {
    const isSent = after?.['state'] === 'delivered' && before?.['state'] !== 'delivered';
    if (isSent && now - (this.#removed.get(id) ?? now) > underWayMs)
      this.#report('removed', `${id} is sent ${String(after['eventId'])}`);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const [kind, id = ''] = String((change.after ?? change.before)?.['sk']).split('#');
      if (kind === 'SUBSCRIBER') this.#checkSubscriber(id, change, now);
      else if (kind === 'DELIVERY') this.#checkDelivery(id, change, now);
    }
  }
}
