import type { CommitLimits } from '../commit.ts';
import { GitFailure } from '../git-failure.ts';
import type { GitObject, ObjectFormat } from '../object-format.ts';
import { treeEntries } from '../tree.ts';

/**
 * Counts the objects of a pack that has only those of one commit. Each directory occurs in the commit at least once,
 * and so does each file: a pack that exceeds the limits of a commit is refused before the rest of it is read.
 */
export class ReceivedContent {
  readonly #limits: CommitLimits;
  #files = 0;
  #bytes = 0;

  constructor(limits: CommitLimits) {
    this.#limits = limits;
  }

  /** @throws GitFailure `too_large` when the commit exceeds its limits, `invalid_repository` for a damaged directory. */
  add({ type, content }: GitObject, format: ObjectFormat): void {
    const { files, totalBytes, fileBytes } = this.#limits;
    if (type === 'tree')
      for (const { kind } of treeEntries(content, format)) if (kind !== 'tree') this.#files += 1;
    if (type === 'blob' && content.length <= fileBytes) this.#bytes += content.length;
    if (this.#files > files) throw new GitFailure('too_large', `The commit has more than ${files} files.`);
    if (this.#bytes > totalBytes)
      throw new GitFailure('too_large', `The commit's files are larger than ${totalBytes} bytes together.`);
  }
}
