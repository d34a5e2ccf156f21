import { historyLimits } from './history-limits.ts';

/** Things that were not scanned for the same reason. */
export interface HistoryGap {
  /** A text for people. There are few reasons, and none of them names a file. */
  reason: string;
  /** The exact number of things: of files, of commits, or 1 for a statement about everything. */
  count: number;
  /** The names of the first of them. */
  examples?: string[];
}

/** The reasons why files are not scanned. */
export const fileGaps = {
  large: 'files that are too large',
  missing: 'files that are not in the repository any more',
  partial: 'files that could be looked at in part only',
  slow: 'files that could not be looked at in time',
} as const;

const otherReasons = 'other reasons';

/** Adds up gaps by reason: the numbers stay exact, and the first examples are kept. */
export class GapTally {
  readonly #gaps = new Map<string, HistoryGap>();

  add(gap: HistoryGap): void {
    const isFull = this.#gaps.size >= historyLimits.unread && !this.#gaps.has(gap.reason);
    const reason = isFull ? otherReasons : gap.reason;
    const { count, examples = [] } = this.#gaps.get(reason) ?? { count: 0 };
    const kept = [...examples, ...(gap.examples ?? [])].slice(0, historyLimits.examples);
    const sum = { reason, count: count + gap.count, ...(kept.length > 0 && { examples: kept }) };
    this.#gaps.set(reason, sum);
  }

  addAll(gaps: readonly HistoryGap[] = []): void {
    for (const gap of gaps) this.add(gap);
  }

  /** Adds one thing, or a statement. */
  tell(reason: string, example?: string): void {
    this.add({ reason, count: 1, ...(example !== undefined && { examples: [example] }) });
  }

  list(): HistoryGap[] {
    return [...this.#gaps.values()];
  }
}

/** Adds up lists of gaps. */
export const addGaps = (...lists: (readonly HistoryGap[] | undefined)[]): HistoryGap[] => {
  const tally = new GapTally();
  for (const list of lists) tally.addAll(list);
  return tally.list();
};

/** Makes gaps from statements, each of which counts once. */
export const statedGaps = (reasons: readonly string[]): HistoryGap[] =>
  [...new Set(reasons)].map((reason) => ({ reason, count: 1 }));

/** Describes a gap in one line: its reason, and the number of things if there are any. */
export const gapText = ({ reason, count, examples = [] }: HistoryGap): string => {
  if (count === 1 && examples.length === 0) return reason;
  const more = count > examples.length && examples.length > 0 ? ', …' : '';
  const named = examples.length > 0 ? ` (${examples.join(', ')}${more})` : '';
  return `${reason}: ${count}${named}`;
};
