import { isDeepStrictEqual } from 'node:util';
import { historyPrice } from '@scangate/domain/history-scans/history-limits';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Report } from '../violation.ts';

const active = ['quoting', 'running'];
const terminal = ['completed', 'failed', 'cancelled'];

/** The fields that stay as they were when a history scan ended. */
const final = ['status', 'finishedAt', 'partsDone', 'secrets', 'gone', 'refunded'] as const;

const statusOf = (row: Item | undefined): string => String(row?.['status']);
const numberOf = (row: Item | undefined, field: string): number => Number(row?.[field] ?? 0);

/** Watches every history scan: it is paid for when it is accepted, gives back what nobody looked at, and stays ended. */
export class HistoryWatch {
  readonly #report: Report;
  /** Those that have not ended, and since when. A quote that nobody accepts has. */
  readonly active = new Map<string, number>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Checks that entries of this sum come with a change. */
  #checkEntries(
    name: string,
    kind: 'consume' | 'grant',
    {
      wanted,
      changes,
    }: {
      wanted: number;
      changes: readonly RowChange[];
    },
  ): void {
    const scanId = name.split('#').at(-1);
    const own = changes.filter(
      ({ before, after }) =>
        !before && after?.['scanId'] === scanId && after?.['kind'] === kind && 'amount' in after,
    );
    const sum = own.reduce((all, { after }) => all + numberOf(after, 'amount'), 0);
    if (sum !== wanted) this.#report('history', `${name} books ${sum} and not ${wanted}`);
  }

  #follow(name: string, { before, after }: RowChange, changes: readonly RowChange[]): void {
    if (!after) return;
    const [was, is] = [statusOf(before), statusOf(after)];
    const changed = final.find((field) => !isDeepStrictEqual(before?.[field], after[field]));
    if (terminal.includes(was) && changed)
      return this.#report('terminal', `${name}: ${changed} changed after its end`);
    const credits = numberOf(after, 'credits');
    if (is === 'running' && was !== 'running') {
      if (credits !== historyPrice(numberOf(after, 'files')))
        this.#report('history', `${name} costs ${credits} for ${numberOf(after, 'files')} files`);
      this.#checkEntries(name, 'consume', { wanted: -credits, changes });
    }
    if (was === 'running' && terminal.includes(is)) {
      const wanted = credits - numberOf(after, 'partsDone');
      this.#checkEntries(name, 'grant', { wanted, changes });
    }
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const kept = [...this.active];
    return () => {
      this.active.clear();
      for (const [name, since] of kept) this.active.set(name, since);
    };
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const { pk = '', sk = '' } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      if (!sk.startsWith('HISTORY#')) continue;
      const name = `${pk} ${sk}`;
      const isActive = active.includes(statusOf(change.after));
      if (!isActive) this.active.delete(name);
      else if (statusOf(change.before) !== statusOf(change.after)) this.active.set(name, now);
      this.#follow(name, change, changes);
    }
  }
}
