import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha1, sha256, type ObjectFormat } from '../object-format.ts';
import { GitFailure } from '../git-failure.ts';

/** The directories of a repository on this disk. */
export interface LocalRepository {
  /** The git directory of the working tree, which holds its HEAD. */
  gitDirectory: string;
  /** The directory of branches and objects; it only differs for a linked working tree. */
  commonDirectory: string;
  /** Its own object directory first, then its alternates. */
  objectDirectories: string[];
  format: ObjectFormat;
}

const textBytes = 1024 * 1024;
const maxAlternates = 16;

/** Maps errors of the file system to a GitFailure. */
export const mapFileErrors = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new GitFailure('invalid_repository', 'A file of the repository cannot be read.');
    throw error;
  }
};

/** Reads a small file of a repository, or returns undefined when it does not exist. */
export const readText = (path: string, maxBytes = textBytes): string | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  if (stat.size > maxBytes)
    throw new GitFailure('invalid_repository', 'A file of the repository is too long.');
  return readFileSync(path, 'utf8');
};

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isGitDirectory = (path: string): boolean =>
  isDirectory(join(path, 'objects')) && readText(join(path, 'HEAD')) !== undefined;

const gitDirectoryOf = (root: string): string | undefined => {
  const pointer = isDirectory(join(root, '.git')) ? undefined : readText(join(root, '.git'));
  const target = pointer?.startsWith('gitdir: ') ? pointer.slice('gitdir: '.length).trimEnd() : '.git';
  const candidate = resolve(root, target);
  if (pointer !== undefined && readText(join(candidate, 'HEAD')) !== undefined) return candidate;
  return [candidate, root].find(isGitDirectory);
};

const objectDirectoriesOf = (own: string): string[] => {
  const directories = [own];
  for (const directory of directories) {
    const borrowed = readText(join(directory, 'info', 'alternates')) ?? '';
    for (const line of borrowed.split('\n')) {
      const path = isAbsolute(line) ? line : join(directory, line);
      const isNew = line !== '' && !line.startsWith('#') && !directories.includes(path);
      if (isNew && directories.length < maxAlternates) directories.push(path);
    }
  }
  return directories;
};

/**
 * Opens a repository on this disk: bare, with a working tree, or a linked working tree. Nothing in it is executed,
 * and only the object format is read from its configuration.
 * @param url `file:` URL. @throws GitFailure `invalid_repository` when there is none.
 */
export const openLocalRepository = (url: string): LocalRepository => {
  const gitDirectory = gitDirectoryOf(fileURLToPath(url));
  if (gitDirectory === undefined)
    throw new GitFailure('invalid_repository', 'There is no git repository at this path.');
  const common = readText(join(gitDirectory, 'commondir'))?.trimEnd();
  const commonDirectory = common === undefined ? gitDirectory : resolve(gitDirectory, common);
  const config = readText(join(commonDirectory, 'config')) ?? '';
  return {
    gitDirectory,
    commonDirectory,
    objectDirectories: objectDirectoriesOf(join(commonDirectory, 'objects')),
    format: /^[ \t]*objectformat[ \t]*=[ \t]*sha256[ \t]*$/im.test(config) ? sha256 : sha1,
  };
};
