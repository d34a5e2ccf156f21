import { digestOf } from '@scangate/engines/model/digest';
import { SourceFailure, type FileSelection, type Sources } from '#ports/git-sources.ts';

type Files = Readonly<Record<string, string>>;

interface Commit {
  files: Files;
  parent: string | undefined;
}

/** A repository at a host. */
interface HostedRepository {
  secret: string | undefined;
  commits: Map<string, Commit>;
  branches: Map<string, string>;
}

const idOf = (text: string): string => digestOf(text).slice('sha256:'.length, 'sha256:'.length + 40);

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

/** The repositories of all hosts, by address, so that nobody reads what belongs to another. */
export class GitHosts {
  readonly #repositories = new Map<string, HostedRepository>();
  /** Is called with each commit that is pushed. */
  onCommit: (url: string, hash: string) => void = () => {};
  /** Is called with each credential that somebody sends to the host of a repository. */
  onCredential: (url: string, secret: string) => void = () => {};

  /** Makes a repository with one commit. */
  create(url: string, secret: string | undefined, files: Files): void {
    this.#repositories.set(url, { secret, commits: new Map(), branches: new Map() });
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
    const { commits, branches } = this.#at(url);
    const parent = branches.get(branch) ?? branches.get('main');
    const hash = idOf(JSON.stringify([url, parent, files, commits.size]));
    commits.set(hash, { files, parent });
    branches.set(branch, hash);
    this.onCommit(url, hash);
    return hash;
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
        files: (async function* () {
          yield* files;
        })(),
        skipped: [],
        ...(same && { same: same.map(([path]) => path) }),
      };
    },
    fetchCommitRange: async ({ location }) => {
      this.#opened(location);
      return { files: (async function* () {})(), skipped: [], commits: [], unread: [] };
    },
    ancestorsOf: async ({ location, tip, commits: asked }) => {
      const { commits } = this.#opened(location);
      return asked.filter((hash) => this.#isAncestor(commits, tip, hash));
    },
  };
}
