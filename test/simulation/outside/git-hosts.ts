import { digestOf } from '@scangate/engines/model/digest';
import { SourceFailure, type FileSelection, type Sources } from '#ports/git-sources.ts';
import type { Histories, HistorySlice } from '#ports/history/histories.ts';

type Files = Readonly<Record<string, string>>;

interface Commit {
  files: Files;
  parent: string | undefined;
}

/** A secret that was pushed, and when it was first. */
interface PushedSecret {
  secret: string;
  at: number;
}

/** A repository at a host. */
interface HostedRepository {
  secret: string | undefined;
  commits: Map<string, Commit>;
  branches: Map<string, string>;
  secrets: PushedSecret[];
}

const secretsIn = /ghp_[0-9A-Za-z]{36}|ownkey_[a-z0-9]{16}/g;

const idOf = (text: string): string => digestOf(text).slice('sha256:'.length, 'sha256:'.length + 40);

const eachOf = async function* <T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
};

const isSelected = (path: string, text: string, selection: FileSelection | undefined): boolean => {
  if (!selection) return true;
  const { names, paths, ids, differing } = selection;
  const isDiffering = differing && new Map(differing).get(path) !== idOf(text);
  return (
    names.includes(path.split('/').at(-1) ?? '') ||
    paths.includes(path) ||
    ids.includes(idOf(text)) ||
    isDiffering === true
  );
};

/** Histories come in slices of so many commits at most, so that there are several. */
const commitsPerSlice = 8;

/** Finds commits with everything before them. */
const closureOf = (commits: ReadonlyMap<string, Commit>, heads: readonly string[]): Set<string> => {
  const found = new Set<string>();
  for (const head of heads)
    for (let hash: string | undefined = head; hash !== undefined; hash = commits.get(hash)?.parent) {
      if (found.has(hash)) break;
      found.add(hash);
    }
  return found;
};

/** Finds the commits of a slice, parents first. */
const commitsOf = (commits: ReadonlyMap<string, Commit>, { heads, known }: HistorySlice): string[] => {
  const wanted = closureOf(commits, heads);
  const before = closureOf(commits, known);
  return [...commits.keys()].filter((hash) => wanted.has(hash) && !before.has(hash));
};

/** Divides commits, parents first, into slices. */
const slicesOf = (
  hashes: readonly string[],
  { known, size }: { known: readonly string[]; size: number },
): HistorySlice[] =>
  Array.from({ length: Math.ceil(hashes.length / size) }, (_none, index) => ({
    heads: hashes.slice(index * size, (index + 1) * size),
    known: [...known, ...hashes.slice(0, index * size)],
  }));

interface CommitRange {
  head: string;
  known: readonly string[];
}

/** A version of a file at its path. */
const placeOf = ([path, text]: readonly [path: string, text: string]): string => `${path}\n${text}`;

const placesIn = (commit: Commit | undefined): string[] => Object.entries(commit?.files ?? {}).map(placeOf);

/** Finds the files that commits after known ones added, at each path, and that neither those nor the head have. */
const filesOfRange = (commits: ReadonlyMap<string, Commit>, { head, known }: CommitRange) => {
  const before = closureOf(commits, known);
  const hashes = [...closureOf(commits, [head])].filter((hash) => !before.has(hash)).toReversed();
  const parents = hashes.flatMap((hash) => commits.get(hash)?.parent ?? []);
  const started = [head, ...known, ...parents.filter((hash) => before.has(hash))];
  const seen = new Set(started.flatMap((hash) => placesIn(commits.get(hash))));
  const files = hashes.flatMap((hash) =>
    Object.entries(commits.get(hash)?.files ?? {}).flatMap(([path, text]) => {
      const place = placeOf([path, text]);
      if (seen.has(place)) return [];
      seen.add(place);
      return [{ path: `${hash}/${path}`, content: Buffer.from(text) }];
    }),
  );
  return { commits: hashes, files };
};

/** A secret that a commit added and a later one removed. */
interface RemovedSecret {
  secret: string;
  commit: string;
  path: string;
}

/** The repositories of all hosts, by address, so that nobody reads what belongs to another. */
export class GitHosts {
  readonly #repositories = new Map<string, HostedRepository>();
  /** Is called with each commit that is pushed. */
  onCommit: (url: string, hash: string) => void = () => {};
  /** Is called with each credential that somebody sends to the host of a repository. */
  onCredential: (url: string, secret: string) => void = () => {};

  /** Makes a repository with one commit. */
  create(url: string, secret: string | undefined, files: Files): void {
    this.#repositories.set(url, { secret, commits: new Map(), branches: new Map(), secrets: [] });
    this.commit(url, 'main', files);
  }

  #at(url: string): HostedRepository {
    const found = this.#repositories.get(url);
    if (!found) throw new SourceFailure('repo_access', 'There is no such repository.');
    return found;
  }

  tipOf(url: string, branch: string): string | undefined {
    return this.#at(url).branches.get(branch);
  }

  /** The files of the newest commit of the default branch. */
  filesOf(url: string): Files {
    const { commits, branches } = this.#at(url);
    return commits.get(branches.get('main') ?? '')?.files ?? {};
  }

  /** Adds a commit to a branch, which begins at the default one. @returns its hash. */
  commit(url: string, branch: string, files: Files): string {
    const { commits, branches, secrets } = this.#at(url);
    for (const [secret] of `${files['settings.env']} ${files['app.env']}`.matchAll(secretsIn))
      if (!secrets.some((known) => known.secret === secret)) secrets.push({ secret, at: Date.now() });
    const parent = branches.get(branch) ?? branches.get('main');
    const hash = idOf(JSON.stringify([url, parent, files, commits.size]));
    commits.set(hash, { files, parent });
    branches.set(branch, hash);
    this.onCommit(url, hash);
    return hash;
  }

  /** Lists the secrets that were pushed until an instant, whether they are still there or not. */
  secretsUntil(url: string, until: number): string[] {
    return this.#at(url).secrets.flatMap(({ secret, at }) => (at <= until ? [secret] : []));
  }

  /** Lists the secrets that the commits from a base to a head added and removed again, by the commits that added them. */
  removedBetween(
    url: string,
    { base, head }: { base: string; head: string },
  ): { commits: number; secrets: RemovedSecret[] } {
    const { commits } = this.#at(url);
    const before = closureOf(commits, [base]);
    const wanted = closureOf(commits, [head]);
    const hashes = [...commits.keys()].filter((hash) => wanted.has(hash) && !before.has(hash));
    const left = JSON.stringify(commits.get(head)?.files ?? {});
    const found = new Map<string, RemovedSecret>();
    for (const commit of hashes)
      for (const [path, text] of Object.entries(commits.get(commit)?.files ?? {}))
        for (const [secret] of text.matchAll(secretsIn))
          if (!left.includes(secret) && !found.has(secret)) found.set(secret, { secret, commit, path });
    return { commits: hashes.length, secrets: [...found.values()] };
  }

  #opened({ url, credential }: { url: string; credential?: { secret: string } }): HostedRepository {
    const found = this.#at(url);
    if (credential) this.onCredential(url, credential.secret);
    if (found.secret !== undefined && credential?.secret !== found.secret)
      throw new SourceFailure(
        credential ? 'repo_access' : 'pat_required',
        'The credential does not open it.',
      );
    return found;
  }

  #isAncestor(commits: ReadonlyMap<string, Commit>, tip: string, wanted: string): boolean {
    for (let hash: string | undefined = tip; hash !== undefined; hash = commits.get(hash)?.parent)
      if (hash === wanted) return true;
    return false;
  }

  /** Answers as the port does. */
  readonly sources: Sources = {
    verify: async (location) => {
      this.#opened(location);
      return { provider: 'git', defaultBranch: 'main' };
    },
    resolveBranch: async (location, branch) => {
      const tip = this.#opened(location).branches.get(branch === 'HEAD' ? 'main' : branch);
      if (tip === undefined) throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
      return tip;
    },
    branches: async (location, { after = '', limit }) => {
      const all = [...this.#opened(location).branches].filter(([name]) => name > after).toSorted();
      const items = all.slice(0, limit).map(([name, commitHash]) => ({ name, commitHash }));
      return { items, hasMore: all.length > limit };
    },
    fetchCommit: async ({ location, commitHash, selection: given }) => {
      const commit = this.#opened(location).commits.get(commitHash);
      if (!commit) throw new SourceFailure('branch_or_commit_not_found', 'No such commit.');
      const all = Object.entries(commit.files);
      const entries = {
        files: all.map(([path, text]) => ({ path, id: idOf(text), mode: '100644' })),
        refused: [],
      };
      const selection = typeof given === 'function' ? given(entries) : given;
      const same = selection?.differing?.filter(([path, id]) => id === idOf(commit.files[path] ?? '\0'));
      const files = all
        .filter(([path, text]) => isSelected(path, text, selection))
        .map(([path, text]) => ({ path, id: idOf(text), content: Buffer.from(text) }));
      return {
        files: eachOf(files),
        skipped: [],
        ...(same && { same: same.map(([path]) => path) }),
      };
    },
    fetchCommitRange: async ({ location, head, known }) => {
      const { commits } = this.#opened(location);
      if ([head, ...known].some((hash) => !commits.has(hash)))
        throw new SourceFailure('branch_or_commit_not_found', 'No such commit.');
      const { commits: hashes, files } = filesOfRange(commits, { head, known });
      return { files: eachOf(files), skipped: [], commits: hashes, unread: [] };
    },
    ancestorsOf: async ({ location, tip, commits: asked }) => {
      const { commits } = this.#opened(location);
      return asked.filter((hash) => this.#isAncestor(commits, tip, hash));
    },
  };

  /** Answers about histories, as the port does. */
  readonly histories: Histories = {
    planHistory: async ({ location, slice, limits }) => {
      const { commits, branches } = this.#opened(location);
      const { known, heads } = slice ?? { known: [], heads: [...branches.values()] };
      const hashes = commitsOf(commits, { known, heads });
      const fewest = Math.ceil(hashes.length / limits.slices);
      const size = Math.max(1, fewest, Math.min(limits.commitsPerSlice, commitsPerSlice));
      const head = branches.get('main');
      const slices = slicesOf(hashes, { known, size });
      return { commits: hashes.length, slices, ...(head !== undefined && { head }), unread: [] };
    },
    listSlice: async ({ location, isTree = false, ...slice }) => {
      const { commits } = this.#opened(location);
      const hashes = isTree ? slice.heads : commitsOf(commits, slice);
      const files = hashes.flatMap((commit) => {
        const { files: own = {}, parent } = commits.get(commit) ?? {};
        const before = isTree ? undefined : commits.get(parent ?? '')?.files;
        return Object.entries(own)
          .filter(([path, text]) => before?.[path] !== text)
          .map(([path, text]) => ({ id: idOf(text), path, commit }));
      });
      return { files: eachOf(files), unread: [] };
    },
    readBlobs: async ({ location, ids }) => {
      const texts = [...this.#opened(location).commits.values()].flatMap(({ files }) => Object.values(files));
      const byId = new Map(texts.map((text) => [idOf(text), text]));
      const files = ids.flatMap((id) => {
        const text = byId.get(id);
        return text === undefined ? [] : [{ id, content: Buffer.from(text) }];
      });
      return { files: eachOf(files), large: [], missing: ids.filter((id) => !byId.has(id)) };
    },
  };
}
