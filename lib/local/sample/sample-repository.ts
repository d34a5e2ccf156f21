import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { TreeObject } from 'isomorphic-git';
import { pullRequestFiles, type SamplePullRequest } from './pull-requests.ts';
import { storefrontFiles } from './storefront-files.ts';
import type { Edition } from './storefront-packages.ts';

type SampleCommit = Edition | SamplePullRequest;

/** The path of the sample and its commits: the heads of `main`, of `fixed` and of two pull requests. */
export interface SampleRepository {
  path: string;
  commits: Record<SampleCommit, string>;
}

/** A fixed author and time give fixed hashes. */
const author = { name: 'storefront', email: 'storefront@sample.invalid', timezoneOffset: 0 };
const firstCommitAt = Date.UTC(2026, 0, 5, 9) / 1000;

/** The known hashes show whether the sample exists already. */
export const sampleCommits: Record<SampleCommit, string> = {
  vulnerable: '07f983dc5443e30e4745f718715c62279ebb491d',
  fixed: 'bf417a7e4e2ebaee5da562363134d3a804997afd',
  introducing: '6bcb00c33d23b8eb693da953313817e92fa3de3a',
  hiding: '59be608c977353fdb061141fa0f7087139a1e00c',
};

const withGit = () => import('isomorphic-git');
type Git = Awaited<ReturnType<typeof withGit>>;

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

interface NewCommit {
  files: ReadonlyMap<string, string>;
  branch: string;
  message: string;
  parent: string[];
  atSeconds: number;
}

const commit = async (git: Git, dir: string, { files, branch, message, parent, atSeconds }: NewCommit) => {
  const tree = await writeTree(git, dir, files);
  const by = { ...author, timestamp: atSeconds };
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
const hasCommits = async (dir: string): Promise<boolean> => {
  const ids = Object.values(sampleCommits);
  const isLoose = (id: string) => fs.existsSync(join(dir, '.git', 'objects', id.slice(0, 2), id.slice(2)));
  if (ids.every(isLoose)) return true;
  if (!fs.existsSync(join(dir, '.git'))) return false;
  const git = await withGit();
  const reads = ids.map((oid) => git.readCommit({ fs, dir, oid }));
  return (await Promise.allSettled(reads)).every(({ status }) => status === 'fulfilled');
};

/** Creates the repository beside its path and renames it at the end, so that it is never found incomplete. */
const make = async (path: string): Promise<Record<SampleCommit, string>> => {
  const git = await withGit();
  const dir = `${path}.new`;
  fs.rmSync(dir, { recursive: true, force: true });
  fs.mkdirSync(dir, { recursive: true });
  await git.init({ fs, dir, defaultBranch: 'main' });
  const vulnerable = await commit(git, dir, {
    files: storefrontFiles('vulnerable'),
    branch: 'main',
    message: 'Open the shop\n',
    parent: [],
    atSeconds: firstCommitAt,
  });
  const fixed = await commit(git, dir, {
    files: storefrontFiles('fixed'),
    branch: 'fixed',
    message: 'Raise vulnerable dependencies; read the payment key from the environment\n',
    parent: [vulnerable],
    atSeconds: firstCommitAt + 86_400,
  });
  const introducing = await commit(git, dir, {
    files: pullRequestFiles.introducing(),
    branch: 'add-refunds',
    message: 'Pay money back\n',
    parent: [vulnerable],
    atSeconds: firstCommitAt + 2 * 86_400,
  });
  const hiding = await commit(git, dir, {
    files: pullRequestFiles.hiding(),
    branch: 'raise-pyyaml',
    message: 'Raise pyyaml; ignore the payment key\n',
    parent: [vulnerable],
    atSeconds: firstCommitAt + 3 * 86_400,
  });
  await git.checkout({ fs, dir, ref: 'main' });
  fs.rmSync(path, { recursive: true, force: true });
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.renameSync(dir, path);
  return { vulnerable, fixed, introducing, hiding };
};

/** Finds or creates the sample repository at this path, without the git binary. */
export const sampleRepository = async (path: string): Promise<SampleRepository> => ({
  path,
  commits: (await hasCommits(path)) ? sampleCommits : await make(path),
});
