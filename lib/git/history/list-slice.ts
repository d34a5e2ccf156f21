import type { ObjectStore } from '../object-format.ts';
import { parentsFirst } from '../parents-first.ts';
import { ObjectWalk, withinLength, type PathKinds } from './object-walk.ts';
import type { HistorySlice } from './plan-history.ts';

export interface SliceQuestion extends HistorySlice {
  /** Lists everything that the heads contain, and nothing of the commits before them. */
  isTree?: boolean;
  limits: { entries: number; pathLength: number };
  /** Lists a content again when its path is of another kind. */
  kinds?: PathKinds;
  /** See HistoryQuestion. */
  workBytes: number;
}

/** A version of a file, by the id of its content, and the commit that added it. */
export interface HistoricFile {
  id: string;
  path: string;
  commit: string;
}

/** The versions of files that the commits of a slice added. */
export interface SliceListing {
  /** Each content once, or once for each kind of path, in the order of its commits. */
  files: AsyncIterable<HistoricFile>;
  /** The reasons why parts were not listed, complete when `files` is exhausted. */
  unread: string[];
}

class SliceWalk extends ObjectWalk {
  /** Returns the parents of the commits after the known ones. */
  async parents({ heads, known, isTree }: SliceQuestion): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    if (isTree) return new Map(heads.map((head) => [head, []]));
    const read = (id: string): Buffer | undefined => this.contentOf(id, 'commit');
    for await (const [commit, parents] of this.commitsOf(heads, { without: new Set(known), read }))
      found.set(commit, parents);
    return found;
  }

  async *run(question: SliceQuestion): AsyncGenerator<HistoricFile> {
    const { known, limits } = question;
    const parents = await this.parents(question);
    for (const commit of known) await this.see(commit);
    let entries = 0;
    // The oldest commits come first, so that a file belongs to the commit that added it.
    for (const commit of parentsFirst(parents.keys(), parents))
      for await (const { path, id } of this.entriesOf(commit)) {
        entries += 1;
        if (entries > limits.entries) return this.tell(`more than ${limits.entries} files of some commits`);
        yield { id, path: withinLength(path, limits.pathLength), commit };
      }
  }
}

async function* closing<T>(items: AsyncIterable<T>, store: ObjectStore): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    store.close();
  }
}

/**
 * Lists the versions of files that the commits of a slice added to the known ones. Closes the store when the list
 * ends.
 * @throws GitFailure `invalid_repository`, `too_large` while listing.
 */
export const listSlice = (store: ObjectStore, question: SliceQuestion, signal: AbortSignal): SliceListing => {
  const walk = new SliceWalk(store, { isWhole: true, signal, kinds: question.kinds });
  return { files: closing(walk.run(question), store), unread: walk.unread };
};
