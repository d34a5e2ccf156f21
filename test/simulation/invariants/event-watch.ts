import { matchesType, type EventType } from '@scangate/domain/events/event-types';
import { minuteMs } from '@scangate/domain/instant';
import { mayTell, toTell, typesOfOneChange } from './changes-to-tell.ts';
import type { RowChange } from '../cloud/database/database.ts';
import type { Report } from './violation.ts';

interface Listening {
  patterns: readonly string[];
  since: number;
}

/** A change that began before somebody listened is told to nobody. */
const listenedMs = 10 * minuteMs;

const keyOf = ({ before, after }: RowChange): { pk: string; sk: string } => {
  const { pk = '', sk = '' } = (after ?? before ?? {}) as { pk?: string; sk?: string };
  return { pk, sk };
};

/** Whether the change that an event tells is among others. */
const hasChange = (event: RowChange, others: readonly RowChange[]): boolean =>
  others.some((change) => {
    const { types, listener } = mayTell(change);
    return listener === keyOf(event).pk && types.some((type) => type === event.after?.['type']);
  });

const isEvent = (change: RowChange): boolean =>
  keyOf(change).sk.startsWith('EVENT#') && !change.before && change.after !== undefined;

/** Watches every commit: an event comes with the change that it tells, and what has to be told with its event. */
export class EventWatch {
  readonly #report: Report;
  readonly #listening = new Map<string, Listening>();
  /** The findings that were fixed so far, by organization, unit and fingerprint. */
  readonly #fixed = new Set<string>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows of who listens, and of what is fixed. @returns brings it back. */
  keep(): () => void {
    const [listening, fixed] = [[...this.#listening], [...this.#fixed]];
    return () => {
      this.#listening.clear();
      this.#fixed.clear();
      for (const [name, since] of listening) this.#listening.set(name, since);
      for (const name of fixed) this.#fixed.add(name);
    };
  }

  #note(change: RowChange, now: number): void {
    const patterns = change.after?.['listens'];
    const { pk } = keyOf(change);
    if (!Array.isArray(patterns)) return void this.#listening.delete(pk);
    const known = this.#listening.get(pk);
    if (String(known?.patterns) === String(patterns)) return;
    this.#listening.set(pk, { patterns: patterns.map(String), since: now });
  }

  #isHeard(pk: string, type: EventType, now: number): boolean {
    const listening = this.#listening.get(pk);
    return (
      listening !== undefined && now - listening.since > listenedMs && matchesType(listening.patterns, type)
    );
  }

  #noteFixed(change: RowChange): void {
    const { pk, sk } = keyOf(change);
    if (sk.startsWith('TRACKED#') && change.after?.['state'] === 'fixed')
      this.#fixed.add(`${pk} ${sk.slice('TRACKED#'.length)}`);
  }

  /** The watch tells what it fixed after it has written that, so that a run that was cut off is made up for. */
  #isOfFixed(event: RowChange): boolean {
    if (event.after?.['type'] !== 'finding.fixed') return false;
    const { findings = [] } = event.after['data'] as {
      findings?: { projectUnitId: string; fingerprint: string }[];
    };
    const { pk } = keyOf(event);
    const isFixed = ({ projectUnitId, fingerprint }: (typeof findings)[number]): boolean =>
      this.#fixed.has(`${pk} ${projectUnitId}#${fingerprint}`);
    return findings.length > 0 && findings.every(isFixed);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      if (keyOf(change).sk === 'ORG') this.#note(change, now);
      this.#noteFixed(change);
    }
    const events = changes.filter(isEvent);
    const others = changes.filter((change) => !keyOf(change).sk.startsWith('EVENT#'));
    for (const event of events) {
      const type = String(event.after?.['type']);
      const isOwn = typesOfOneChange.has(type) ? hasChange(event, others) : others.length > 0;
      if (!isOwn && !this.#isOfFixed(event))
        this.#report('event', `${type} of ${keyOf(event).pk} tells of no change`);
    }
    for (const change of changes) {
      const { types, listener } = toTell(change);
      for (const type of types) {
        const isTold = events.some((event) => keyOf(event).pk === listener && event.after?.['type'] === type);
        if (this.#isHeard(listener, type, now) && !isTold)
          this.#report('event', `nobody is told of ${type} of ${keyOf(change).pk} ${keyOf(change).sk}`);
      }
    }
  }
}
