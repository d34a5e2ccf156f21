import { spawn } from 'node:child_process';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-files';
import { runGit } from '../ci/local-git.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { branchOf, cloneAt, rootOf, type Clone } from '../scan/local-commit.ts';
import type { CommitSpool, RepositoryCommit } from './repository-commit.ts';
import type { ScanArguments } from './scan-arguments.ts';
import type { ScanTarget } from './scan-target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const bad = (message: string, because: string): CliFailure =>
  new CliFailure(exitCodes.badInput, message, because);

/** The placeholder for a commit that does not exist yet. */
const noCommit = '0'.repeat(40);

const unsafePart = /^(?:\.{0,2}|\.git)$/i;

const isSafe = (path: string): boolean =>
  path.length <= sourceLimits.pathLength &&
  !/[\\\p{Cc}]/u.test(path) &&
  !path.split('/').some((part) => unsafePart.test(part));

/** Copies files into a spool within the limits of a scan. */
class Intake {
  readonly skipped: SkippedFile[] = [];
  readonly #spool: CommitSpool;
  #files = 0;
  #bytes = 0;

  constructor(spool: CommitSpool) {
    this.#spool = spool;
  }

  skip(path: string, reason: SkippedFile['reason'], target?: string): void {
    const skipped = { path: path.slice(0, sourceLimits.pathLength), reason };
    this.skipped.push(target === undefined ? skipped : { ...skipped, target });
  }

  /** Counts a file. @returns whether it is accepted */
  accepts(path: string, sizeBytes: number): boolean {
    this.#files += 1;
    if (this.#files > sourceLimits.files)
      throw bad(`There are more than ${sourceLimits.files} files.`, 'too_large');
    const reason = isSafe(path) ? 'too_large' : 'path_unsafe';
    if (reason === 'path_unsafe' || sizeBytes > sourceLimits.fileBytes) {
      this.skip(path, reason);
      return false;
    }
    this.#bytes += sizeBytes;
    if (this.#bytes > sourceLimits.totalBytes)
      throw bad(`The files are larger than ${sourceLimits.totalBytes} bytes together.`, 'too_large');
    return true;
  }

  add(path: string, content: Uint8Array): void {
    this.#spool.add(path, content);
  }
}

const listed = (clone: Clone, args: readonly string[]): string[] => {
  const text = clone.git(args);
  if (text === undefined) throw bad(`${clone.directory}: git cannot list the files.`, 'no_repository');
  return [...new Set(text.split('\0').filter((part) => part !== ''))].toSorted();
};

/** Copies the tracked files in their current state, and the new ones that are not ignored. */
const takeWorkingTree = async (clone: Clone, intake: Intake): Promise<void> => {
  const paths = listed(clone, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of paths) {
    const place = join(clone.directory, path);
    const found = lstatSync(place, { throwIfNoEntry: false });
    // A tracked file may have been deleted.
    if (!found) continue;
    if (found.isSymbolicLink()) intake.skip(path, 'link', readlinkSync(place));
    else if (found.isDirectory()) intake.skip(path, 'submodule');
    else if (found.isFile() && intake.accepts(path, found.size)) intake.add(path, readFileSync(place));
  }
};

/** Yields the contents that `git cat-file --batch` returns, one after the other. */
async function* contentsOf(clone: Clone, ids: readonly string[], environment: Environment) {
  const child = spawn('git', ['-C', clone.directory, 'cat-file', '--batch'], {
    env: { ...environment, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(ids.map((id) => `${id}\n`).join(''));
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of child.stdout) {
    rest = Buffer.concat([rest, piece as Buffer]);
    for (;;) {
      const end = rest.indexOf(10);
      if (end < 0) break;
      const size = Number(rest.subarray(0, end).toString('latin1').split(' ')[2]);
      if (!Number.isSafeInteger(size))
        throw bad('A staged file is missing in the repository.', 'no_repository');
      if (rest.length < end + size + 2) break;
      yield rest.subarray(end + 1, end + 1 + size);
      rest = rest.subarray(end + size + 2);
    }
  }
}

/** Copies the staged files. */
const takeStaged = async (clone: Clone, intake: Intake, environment: Environment): Promise<void> => {
  const taken: { path: string; id: string; isLink: boolean }[] = [];
  for (const entry of listed(clone, ['ls-files', '-z', '--stage'])) {
    const [, mode = '', id = '', stage, path = ''] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(entry) ?? [];
    if (stage !== '0') throw bad('There are files in conflict: resolve and stage them first.', 'unmerged');
    if (mode === '160000') intake.skip(path, 'submodule');
    else taken.push({ path, id, isLink: mode === '120000' });
  }
  let at = 0;
  const ids = taken.map(({ id }) => id);
  for await (const content of contentsOf(clone, ids, environment)) {
    const { path = '', isLink = false } = taken[at] ?? {};
    at += 1;
    if (isLink) intake.skip(path, 'link', content.toString('utf8'));
    else if (intake.accepts(path, content.length)) intake.add(path, content);
  }
  if (at < taken.length) throw bad('git stopped before the last staged file.', 'no_repository');
};

/** Finds the uncommitted files of a clone. @throws CliFailure for a folder without a working tree */
export const findUncommitted = (
  files: NonNullable<ScanArguments['files']>,
  target: ScanTarget,
  environment: Environment,
): RepositoryCommit => {
  const root = target.fullName === undefined ? undefined : rootOf(cloneAt(target.url, environment));
  if (root === undefined) throw bad(`--${files} needs a clone with a working tree.`, 'no_repository');
  const clone = cloneAt(root, environment);
  const head = runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD'], environment);
  const branch = branchOf(clone);
  return {
    url: root,
    fullName: target.fullName ?? '',
    commitHash: head ?? noCommit,
    ...(branch !== undefined && { branch }),
    fetchFiles: async (spool) => {
      const intake = new Intake(spool);
      if (files === 'staged') await takeStaged(clone, intake, environment);
      else await takeWorkingTree(clone, intake);
      return intake.skipped;
    },
  };
};
