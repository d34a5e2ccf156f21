/**
 * Matches branches and tags of the repository itself. The refs that a host creates for pull requests are excluded,
 * because anybody can write them.
 */
const ofRepository = /^refs\/(?:heads|tags)\//;

/** The branches and tags by their commits: each commit once, the default branch's first. */
export interface HistoryTips {
  /** The newest commit of the default branch; absent when there is none. */
  head?: string;
  ids: string[];
  /** The reasons why some are left out; empty when none is. */
  unread: string[];
}

/** Collects branches and tags in whatever order a repository lists them, and keeps no more commits than the limit. */
export class TipCollector {
  readonly #ids = new Set<string>();
  readonly #limit: number;
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(ref: string, id: string): void {
    if (!ofRepository.test(ref) || ref.endsWith('^{}')) return;
    if (this.#ids.size < this.#limit) this.#ids.add(id);
    else this.#isCut ||= !this.#ids.has(id);
  }

  tips(head: string | undefined): HistoryTips {
    const unread = this.#isCut ? [`more than ${this.#limit} branches and tags`] : [];
    const ids = [...new Set([...(head === undefined ? [] : [head]), ...this.#ids])];
    return { ...(head !== undefined && { head }), ids, unread };
  }
}
