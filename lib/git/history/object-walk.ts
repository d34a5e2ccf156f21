import { setImmediate } from 'node:timers/promises';
import { parentsOfCommit } from '../ancestry.ts';
import type { ObjectStore } from '../object-format.ts';
import { treeEntries, treeOfCommit } from '../tree.ts';

export const commitBytes = 1024 * 1024;
const treeBytes = 16 * 1024 * 1024;
const stepsPerTurn = 256;
const deepest = 500;

/** The reasons that are shown for parts that could not be read. */
export const gaps = {
  cut: 'commits that the repository does not have',
  missing: 'files that the repository does not have',
  large: 'commits or directories that are too large',
  deep: 'directories that are nested too deeply',
  many: 'some of very many directories',
} as const;

const safeName = (name: string | undefined): string =>
  (name ?? '\u{fffd}').replaceAll(/[\\/\p{Cc}]/gu, '\u{fffd}');

/** Cuts the beginning of a long path, because rules match by the file name. */
export const withinLength = (path: string, most: number): string =>
  path.length <= most ? path : `…${path.slice(1 - most)}`;

interface WalkOptions {
  /** Whether no object may be missing; otherwise the store leaves out the objects of known commits. */
  isWhole: boolean;
  signal: AbortSignal;
  /** Set when the same entry counts as another one under a path of another kind. */
  kinds?: PathKinds | undefined;
}

type IsNew = (id: string, path: string, kind: 'file' | 'tree') => boolean;

/** Names the kinds of paths that a caller distinguishes; there are few. */
export interface PathKinds {
  /** The kind of a file. */
  file(path: string): string;
  /** The kind of a folder and of everything below it. */
  folder(path: string): string;
}

/** Walks over commits and directories, reads each once, and reports what it could not read. */
export class ObjectWalk {
  readonly unread: string[] = [];
  readonly store: ObjectStore;
  readonly isWhole: boolean;
  readonly #signal: AbortSignal;
  readonly #kinds: PathKinds | undefined;
  /** The number of directories that may be read. */
  treesLeft = Infinity;
  /** The trees and files that are skipped at every path. */
  readonly #known = new Set<string>();
  /** The trees and files that are skipped at the paths where they were seen. */
  readonly #seen = new Set<string>();
  #steps = 0;

  constructor(store: ObjectStore, { isWhole, signal, kinds }: WalkOptions) {
    this.store = store;
    this.isWhole = isWhole;
    this.#signal = signal;
    this.#kinds = kinds;
  }

  tell(gap: string): void {
    if (!this.unread.includes(gap)) this.unread.push(gap);
  }

  /** Yields to other work of the process now and then. @throws the abort reason of the signal */
  async turn(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % stepsPerTurn === 0) await setImmediate();
    this.#signal.throwIfAborted();
  }

  /** Reads an object, and reports when it cannot be read. */
  contentOf(id: string, type: 'commit' | 'tree'): Buffer | undefined {
    const object = this.store.read(id, type === 'commit' ? commitBytes : treeBytes);
    if (object && object !== 'too_large' && object.type === type) return object.content;
    if (object !== undefined) this.tell(gaps.large);
    else if (this.isWhole) this.tell(type === 'commit' ? gaps.cut : gaps.missing);
    return undefined;
  }

  /** Yields commits with their parents, starting with `starts`, as far as `read` returns them. */
  async *commitsOf(
    starts: readonly string[],
    { without, read }: { without: ReadonlySet<string>; read: (id: string) => Buffer | undefined },
  ): AsyncGenerator<[commit: string, parents: string[]]> {
    const seen = new Set(starts);
    const waiting = [...seen];
    for (let at = 0; at < waiting.length; at += 1) {
      const next = waiting[at] ?? '';
      await this.turn();
      const content = without.has(next) ? undefined : read(next);
      if (!content) continue;
      const parents = parentsOfCommit(content, this.store.format);
      yield [next, parents];
      for (const parent of parents)
        if (!seen.has(parent)) {
          seen.add(parent);
          waiting.push(parent);
        }
    }
  }

  /** Yields the files of a commit that were not seen before, and marks everything as seen. */
  async *entriesOf(
    commit: string,
    isNew: IsNew = (...entry) => this.#isNew(...entry),
  ): AsyncGenerator<{ path: string; id: string }> {
    const content = this.contentOf(commit, 'commit');
    if (!content) return;
    const open = [{ id: treeOfCommit(content, this.store.format), path: '', depth: 0 }];
    for (let tree = open.pop(); tree; tree = open.pop()) {
      await this.turn();
      this.treesLeft -= 1;
      if (this.treesLeft < 0) return this.tell(gaps.many);
      const entries = this.contentOf(tree.id, 'tree');
      // A tree that the host left out belongs to a known commit.
      if (!entries) continue;
      for (const { kind, id, name } of treeEntries(entries, this.store.format)) {
        if (kind === 'submodule') continue;
        // The text of a link is searched like that of a file; what it leads to is not followed.
        const isTree = kind === 'tree';
        const path = `${tree.path}${safeName(name)}`;
        if (!isNew(id, path, isTree ? 'tree' : 'file')) continue;
        if (!isTree) yield { path, id };
        else if (tree.depth < deepest) open.push({ id, path: `${path}/`, depth: tree.depth + 1 });
        else this.tell(gaps.deep);
      }
    }
  }

  /** Marks an entry as seen. @returns whether it was new. */
  #isNew(id: string, path: string, kind: 'file' | 'tree'): boolean {
    if (this.#known.has(id)) return false;
    const meaning = kind === 'file' ? this.#kinds?.file(path) : this.#kinds?.folder(path);
    const known = meaning === undefined ? id : `${id}${meaning}`;
    if (this.#seen.has(known)) return false;
    this.#seen.add(known);
    return true;
  }

  /** Marks everything in a commit as seen at its path. */
  async see(commit: string): Promise<void> {
    for await (const _ of this.entriesOf(commit)) continue;
  }

  /** Marks everything in a commit as known, at any path. */
  async know(commit: string): Promise<void> {
    const isNew: IsNew = (id) => {
      if (this.#known.has(id)) return false;
      this.#known.add(id);
      return true;
    };
    for await (const _ of this.entriesOf(commit, isNew)) continue;
  }
}
