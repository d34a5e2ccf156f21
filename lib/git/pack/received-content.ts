import type { CommitLimits } from '../commit.ts';
import { GitFailure } from '../git-failure.ts';
import type { GitObject, ObjectFormat } from '../object-format.ts';
import { treeEntries } from '../tree.ts';
import { isSafeName } from '../walk-commit.ts';

/**
 * Counts the files that the directories of a pack name, which has only objects of one commit. Each of them occurs in
 * the commit at least once: too many files are refused before the rest of the pack is read. How many bytes they have
 * is left to the walk, which knows the files that are read.
 */
export class ReceivedContent {
  readonly #limits: CommitLimits;
  #files = 0;
  /** Whether directories may follow that are not walked. */
  #isUnsure = false;

  constructor(limits: CommitLimits) {
    this.#limits = limits;
  }

  /** @throws GitFailure `too_large` when the commit exceeds its limits, `invalid_repository` for a damaged directory. */
  add({ type, content }: GitObject, format: ObjectFormat): void {
    if (type !== 'tree') return;
    for (const { kind, name } of treeEntries(content, format))
      if (kind !== 'tree') this.#files += 1;
      else if (name === undefined || !isSafeName(name)) this.#isUnsure = true;
    const { files } = this.#limits;
    if (this.#files > files && !this.#isUnsure)
      throw new GitFailure('too_large', `The commit has more than ${files} files.`);
  }
}
