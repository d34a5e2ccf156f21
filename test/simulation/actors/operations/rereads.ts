import { isDeepStrictEqual } from 'node:util';
import { minuteMs } from '@scangate/domain/instant';

/** After that time a request whose answer was lost no longer changes anything. */
const lateMs = 5 * minuteMs;
/** So many changes of one subject are remembered: more are not under way at once. */
const mostKnown = 20;

/** A change that somebody began. */
interface BegunChange {
  subject: string;
  beganAt: number;
  /** When it certainly ended. */
  endedAt?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Compares settings that people changed with what they read: a change that succeeded, and beside which there was no other, is read. */
export class Rereads {
  readonly #now: () => number;
  readonly #changes = new Map<string, BegunChange[]>();
  /** The number of rereads that were compared. */
  compared = 0;
  /** Is told of each that reads something else. */
  onDifference: (what: string) => void = () => {};

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(subject: string): BegunChange {
    const change = { subject, beganAt: this.#now() };
    const known = this.#changes.get(subject) ?? [];
    this.#changes.set(subject, [...known.slice(1 - mostKnown), change]);
    return change;
  }

  /** Notes that a change was certainly made, and is over. */
  end(change: BegunChange): void {
    change.endedAt = this.#now();
  }

  /** A restore takes changes back, so that nothing is known of any. */
  forget(): void {
    this.#changes.clear();
  }

  /** Whether nothing else can have changed the same meanwhile, as far as its people can know. */
  #isAlone(change: BegunChange): boolean {
    const all = this.#changes.get(change.subject) ?? [];
    const isBefore = ({ beganAt, endedAt = beganAt + lateMs }: BegunChange): boolean =>
      endedAt <= change.beganAt;
    return all.includes(change) && all.every((one) => one === change || isBefore(one));
  }

  /** Compares the fields that were changed with those that are read. */
  compare(change: BegunChange, { wanted, found }: { wanted: Fields; found: Fields }): void {
    if (!this.#isAlone(change)) return;
    this.compared += 1;
    const name = Object.keys(wanted).find((one) => !isDeepStrictEqual(wanted[one], found[one]));
    if (name === undefined) return;
    const shown = JSON.stringify([found[name] ?? 'absent', wanted[name]]);
    this.onDifference(`${name} of ${change.subject} is read as the first and not the second of ${shown}`);
  }
}
