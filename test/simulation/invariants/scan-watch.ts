import { isDeepStrictEqual } from 'node:util';
import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import type { Report } from './violation.ts';

const terminal = ['completed', 'failed', 'cancelled'];
const isTerminal = (scan: Item | undefined): boolean => terminal.includes(String(scan?.['status']));

/** The fields that stay as they were when a scan ended. */
const final = ['status', 'verdict', 'finishedAt', 'errorCode', 'commitHash', 'policyDigest'] as const;

/** Watches every scan: what has ended stays ended, with one verdict, and its units have ended before it. */
export class ScanWatch {
  readonly #report: Report;
  /** Scans that have not ended, and when they began. */
  readonly active = new Map<string, number>();
  ended = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  #stays(name: string, { before, after }: RowChange): void {
    for (const field of final)
      if (!isDeepStrictEqual(before?.[field], after?.[field]))
        this.#report('terminal', `${name}: ${field} changed after its end`);
  }

  #follow(name: string, change: RowChange, now: number): void {
    const { before, after } = change;
    if (!after) return void this.active.delete(name);
    if (!before) this.active.set(name, now);
    if (isTerminal(before)) return this.#stays(name, change);
    const isOver = isTerminal(after);
    if ((after['verdict'] !== undefined) !== isOver)
      this.#report('verdict', `${name} is ${String(after['status'])} and its verdict disagrees`);
    if (!isOver) return;
    this.ended += 1;
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

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const { pk, sk } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      if (sk?.startsWith('SCAN#') && pk?.startsWith('ORG#')) this.#follow(`${pk} ${sk}`, change, now);
    }
  }
}
