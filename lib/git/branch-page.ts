import { formatOfId } from './object-format.ts';

/** A branch of a repository and its newest commit. */
export interface Branch {
  name: string;
  id: string;
}

/** The requested branches: those after a name whose name contains a text, in any case. */
export interface BranchQuestion {
  part?: string | undefined;
  after?: string | undefined;
  limit: number;
}

export interface BranchPage {
  branches: Branch[];
  hasMore: boolean;
}

const heads = 'refs/heads/';

/** The name of a branch that can be scanned, or undefined for another ref. */
export const branchNameOf = (ref: string): string | undefined => {
  const name = ref.startsWith(heads) ? ref.slice(heads.length) : '';
  if (name === '' || name.length > 255) return undefined;
  return /[\s\p{Cc}\p{Cs}\ufffd~^:?*[\\]|\.\./u.test(name) ? undefined : name;
};

const byName = (a: Branch, b: Branch): number => (a.name < b.name ? -1 : 1);

/** Collects a page of branches by name, in whatever order a repository lists them, and keeps no more than it needs. */
export class BranchCollector {
  #found: Branch[] = [];
  readonly #question: BranchQuestion;
  readonly #part: string;

  constructor(question: BranchQuestion) {
    this.#question = question;
    this.#part = question.part?.toLowerCase() ?? '';
  }

  /** Adds a ref; one that is not a branch of the page, or names no commit, is left out. */
  add(ref: string, id: string): void {
    const name = branchNameOf(ref);
    const { after = '', limit } = this.#question;
    if (name === undefined || name <= after || !name.toLowerCase().includes(this.#part)) return;
    if (!formatOfId(id) || /^0*$/.test(id)) return;
    this.#found.push({ name, id });
    if (this.#found.length > 10 * (limit + 1)) this.#found = this.#found.toSorted(byName).slice(0, limit + 1);
  }

  page(): BranchPage {
    const { limit } = this.#question;
    const sorted = this.#found.toSorted(byName);
    return { branches: sorted.slice(0, limit), hasMore: sorted.length > limit };
  }
}
