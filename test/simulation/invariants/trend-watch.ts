import type { RowChange } from '../cloud/database/database.ts';
import type { Item } from '../cloud/database/values.ts';
import type { Report } from './violation.ts';

/** The numbers of a trend that are checked. */
type Counts = Map<string, number>;

const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
const counted = [...severities, 'waived', 'opened', 'fixed'] as const;

const add = (counts: Counts, name: string, amount: number): void => {
  counts.set(name, (counts.get(name) ?? 0) + amount);
};

const isThere = (row: Item | undefined): boolean => row !== undefined && row['state'] !== 'fixed';

const dayOf = (at: unknown): string => String(at).slice(0, 10);

/**
 * Watches every commit: the trends of a repository and of its organization are the sum of what its tracked findings did,
 * as somebody counts who begins with nothing.
 */
export class TrendWatch {
  readonly #report: Report;
  /** Counts of what the rows did, and of what trends say, by organization or repository. */
  readonly #done = new Map<string, Counts>();
  readonly #told = new Map<string, Counts>();

  constructor(report: Report) {
    this.#report = report;
  }

  #countsOf(all: Map<string, Counts>, owner: string): Counts {
    const found = all.get(owner) ?? new Map<string, number>();
    all.set(owner, found);
    return found;
  }

  #move(owner: string, { before, after }: RowChange): void {
    const counts = this.#countsOf(this.#done, owner);
    for (const [row, amount] of [[before, -1] as const, [after, 1] as const]) {
      if (row?.['state'] === 'open') add(counts, String(row['severity']), amount);
      if (row?.['state'] === 'waived') add(counts, 'waived', amount);
    }
    if (after?.['state'] === 'open' && !isThere(before)) add(counts, `opened ${dayOf(after['openedAt'])}`, 1);
    if (after?.['state'] === 'fixed' && isThere(before))
      add(counts, `fixed ${dayOf((after['fixed'] as Item)['at'])}`, 1);
  }

  #tell(owner: string, day: string, { before, after }: RowChange): void {
    const counts = this.#countsOf(this.#told, owner);
    for (const name of counted) {
      const amount = Number(after?.[name] ?? 0) - Number(before?.[name] ?? 0);
      if (amount !== 0) add(counts, name === 'opened' || name === 'fixed' ? `${name} ${day}` : name, amount);
    }
  }

  #check(owner: string): void {
    const [done, told] = [this.#countsOf(this.#done, owner), this.#countsOf(this.#told, owner)];
    for (const name of new Set([...done.keys(), ...told.keys()]))
      if ((done.get(name) ?? 0) !== (told.get(name) ?? 0))
        this.#report(
          'rebuild',
          `${owner} has ${done.get(name) ?? 0} ${name}, its trends ${told.get(name) ?? 0}`,
        );
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const kept = [this.#done, this.#told].map((all) => ({ all, before: structuredClone([...all]) }));
    return () => {
      for (const { all, before } of kept) {
        all.clear();
        for (const [owner, counts] of before) all.set(owner, counts);
      }
    };
  }

  onCommit(changes: readonly RowChange[]): void {
    const touched = new Set<string>();
    for (const change of changes) {
      const {
        pk = '',
        sk = '',
        repositoryId,
      } = (change.after ?? change.before ?? {}) as Record<string, string>;
      const [kind, first = '', second = ''] = sk.split('#');
      // An organization that is erased loses its trends with everything else.
      if (!change.after) continue;
      const owners = kind === 'TRACKED' ? [pk, `${pk} ${repositoryId}`] : [];
      for (const owner of owners) this.#move(owner, change);
      if (kind === 'TREND') this.#tell(pk, first, change);
      if (kind === 'TRENDOF') this.#tell(`${pk} ${first}`, second, change);
      if (kind === 'TREND') touched.add(pk);
      if (kind === 'TRENDOF') touched.add(`${pk} ${first}`);
      for (const owner of owners) touched.add(owner);
    }
    for (const owner of touched) this.#check(owner);
  }
}
