import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { TreeObject } from 'isomorphic-git';

/** Loads the library on demand, because most starts find the samples. */
const withGit = () => import('isomorphic-git');
export type Git = Awaited<ReturnType<typeof withGit>>;

/** Writes files as a tree. @returns its id. */
const writeTree = async (git: Git, dir: string, files: ReadonlyMap<string, string>): Promise<string> => {
  const tree: TreeObject = [];
  for (const [name, entries] of Map.groupBy(files, ([path]) => path.split('/', 1)[0] ?? '')) {
    const text = files.get(name);
    if (text === undefined) {
      const below = new Map(entries.map(([path, content]) => [path.slice(name.length + 1), content]));
      tree.push({ mode: '040000', path: name, oid: await writeTree(git, dir, below), type: 'tree' });
    } else {
      const oid = await git.writeBlob({ fs, dir, blob: Buffer.from(text) });
      tree.push({ mode: '100644', path: name, oid, type: 'blob' });
    }
  }
  return git.writeTree({ fs, dir, tree });
};

export interface NewCommit {
  files: ReadonlyMap<string, string>;
  branch: string;
  message: string;
  parent: string[];
  atSeconds: number;
}

/** Commits files to a branch. A fixed author and time give fixed hashes. */
export const writeCommit = async (
  git: Git,
  dir: string,
  { files, branch, message, parent, atSeconds }: NewCommit,
): Promise<string> => {
  const tree = await writeTree(git, dir, files);
  const by = {
    name: 'storefront',
    email: 'storefront@sample.invalid',
    timezoneOffset: 0,
    timestamp: atSeconds,
  };
  return git.commit({
    fs,
    dir,
    tree,
    parent,
    message,
    ref: `refs/heads/${branch}`,
    author: by,
    committer: by,
  });
};

/** Looks for loose objects first; git may have packed them. */
export const hasCommits = async (dir: string, ids: readonly string[]): Promise<boolean> => {
  const isLoose = (id: string) => fs.existsSync(join(dir, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  if (ids.every(isLoose)) return true;
  if (!fs.existsSync(join(dir, '.git'))) return false;
  const git = await withGit();
  const reads = ids.map((oid) => git.readCommit({ fs, dir, oid }));
  return (await Promise.allSettled(reads)).every(({ status }) => status === 'fulfilled');
};

/** Creates a repository beside its path and renames it at the end, so that it is never found incomplete. */
export const makeRepository = async <T>(
  path: string,
  fill: (git: Git, dir: string) => Promise<T>,
): Promise<T> => {
  const git = await withGit();
  const dir = `${path}.new`;
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  await git.init({ fs, dir, defaultBranch: 'main' });
  const filled = await fill(git, dir);
  await git.checkout({ fs, dir, ref: 'main' });
  fs.rmSync(path, { recursive: true, force: true });
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.renameSync(dir, path);
  return filled;
};
