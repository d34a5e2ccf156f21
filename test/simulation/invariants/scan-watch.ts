import { isDeepStrictEqual } from 'node:util';
import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import type { Report } from './violation.ts';

const terminal = ['completed', 'failed', 'cancelled'];
const isTerminal = (scan: Item | undefined): boolean => terminal.includes(String(scan?.['status']));

/** The ends of the units of a scan, and what they cost. */
const endsOfUnits = (scan: Item | undefined): unknown[] =>
  ((scan?.['units'] ?? []) as Item[]).map((unit) => [unit['projectUnitId'], unit['status'], unit['charge']]);

/** The time of a commit, and whether everything may be late then. */
interface Instant {
  now: number;
  isLate: boolean;
}

/** The fields that stay as they were when a scan ended. */
const final = ['status', 'verdict', 'finishedAt', 'errorCode', 'commitHash', 'policyDigest'] as const;

/** Watches every scan: what has ended stays ended, with one verdict, and its units have ended before it. */
export class ScanWatch {
  readonly #report: Report;
  /** Scans that have not ended, and when they began. */
  readonly active = new Map<string, number>();
  ended = 0;

  readonly #longestMs: number;

  /** @param longestMs is the time in which a scan ends, whatever happens to it. */
  constructor(report: Report, longestMs: number) {
    this.#report = report;
    this.#longestMs = longestMs;
  }

  /** Reports a scan that began too long ago. */
  #checkTime(name: string, now: number): void {
    if (now - (this.active.get(name) ?? now) > this.#longestMs)
      this.#report('liveness', `${name} does not end in time`);
  }

  /** Reports scans that have not ended in time. */
  look(now: number): void {
    for (const name of this.active.keys()) this.#checkTime(name, now);
  }

  #stays(name: string, { before, after }: RowChange): void {
    if (!isDeepStrictEqual(endsOfUnits(before), endsOfUnits(after)))
      this.#report('terminal', `${name}: a unit changed after its end`);
    for (const field of final)
      if (!isDeepStrictEqual(before?.[field], after?.[field]))
        this.#report('terminal', `${name}: ${field} changed after its end`);
  }

  #follow(name: string, change: RowChange, { now, isLate }: Instant): void {
    const { before, after } = change;
    if (!after) return void this.active.delete(name);
    if (!before) this.active.set(name, now);
    if (isTerminal(before)) return this.#stays(name, change);
    const isOver = isTerminal(after);
    if ((after['verdict'] !== undefined) !== isOver)
      this.#report('verdict', `${name} is ${String(after['status'])} and its verdict disagrees`);
    if (!isOver) return;
    this.ended += 1;
    if (!isLate) this.#checkTime(name, now);
    this.active.delete(name);
    const units = (after['units'] ?? []) as { status: string }[];
    if (units.some(({ status }) => !terminal.includes(status)))
      this.#report('terminal', `${name} ended before its units`);
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const active = [...this.active];
    return () => {
      this.active.clear();
      for (const [name, since] of active) this.active.set(name, since);
    };
  }

  onCommit(changes: readonly RowChange[], instant: Instant): void {
    for (const change of changes) {
      const { pk, sk } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      if (sk?.startsWith('SCAN#') && pk?.startsWith('ORG#')) this.#follow(`${pk} ${sk}`, change, instant);
    }
  }
}
