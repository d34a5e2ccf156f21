import { fromItem } from '#adapters/dynamodb/items.ts';
import { minuteMs } from '@scangate/domain/instant';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import { formsOf } from '#test/simulation/releases/forms.ts';
import type { Report } from '../violation.ts';

/** A request that read the repository before takes as long at most, and clocks are wrong by a minute. */
const underWayMs = 10 * minuteMs;

const idIn = ({ sk }: Item): string => String(sk).split('#')[1] ?? '';

/** The repository that a scan or a history scan is of. */
const repositoryOf = (row: Item): string | undefined =>
  String(row['sk']).startsWith('SCAN#')
    ? fromItem('scan', row, formsOf.knowing).repositoryId
    : fromItem('historyScan', row, formsOf.knowing).repositoryId;

/** Watches every commit: a disconnected repository stays so, keeps no credential, and is scanned no more. */
export class RepositoryWatch {
  readonly #report: Report;
  readonly #repositoryOf: (row: Item) => string | undefined;
  /** When repositories were disconnected. */
  readonly #ended = new Map<string, number>();

  constructor(report: Report, ofRow = repositoryOf) {
    this.#report = report;
    this.#repositoryOf = ofRow;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const ended = [...this.#ended];
    return () => {
      this.#ended.clear();
      for (const [repository, at] of ended) this.#ended.set(repository, at);
    };
  }

  #checkRepository(name: string, { before, after }: RowChange, now: number): void {
    if (!after) return;
    const isOver = after['disconnectedAt'] !== undefined;
    if (isOver && before?.['disconnectedAt'] === undefined) this.#ended.set(idIn(after), now);
    if (!isOver && before?.['disconnectedAt'] !== undefined)
      this.#report('disconnected', `${name} is connected again`);
    if (isOver && after['credential'] !== undefined)
      this.#report('disconnected', `${name} keeps its credential`);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const { before, after } = change;
      const { pk = '', sk = '' } = (after ?? before ?? {}) as { pk?: string; sk?: string };
      const kind = sk.slice(0, sk.indexOf('#') + 1);
      if (kind === 'REPO#') this.#checkRepository(`${pk} ${sk}`, change, now);
      if (before || !after || this.#ended.size === 0 || (kind !== 'SCAN#' && kind !== 'HISTORY#')) continue;
      const endedAt = this.#ended.get(this.#repositoryOf(after) ?? '');
      if (endedAt !== undefined && now - endedAt > underWayMs)
        this.#report('disconnected', `${pk} ${sk} is of a repository that was disconnected`);
    }
  }
}
