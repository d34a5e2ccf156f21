import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const maxConfigBytes = 65_536;
/** Variables that make git find a repository elsewhere, or read other settings. */
const moving = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|OBJECT_DIRECTORY|CONFIG)/;

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const readSmall = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= maxConfigBytes ? readFileSync(path, 'utf8') : undefined;
};

/** True for a file that git accepts as a HEAD; without one, git searches the parent folders. */
const isHead = (text: string | undefined): boolean =>
  text !== undefined && /^(?:ref: ?refs\/\S|(?:[0-9a-f]{40}|[0-9a-f]{64})\s)/.test(text);

/**
 * True for the root of a clone as `git clone` creates it. Starting git only to find this out takes as long as
 * starting Node. False if only git can tell: inside a clone, in a linked work tree, and when settings or variables
 * move the files elsewhere.
 */
export const isPlainClone = (
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): boolean => {
  if (Object.keys(environment).some((name) => moving.test(name))) return false;
  const git = join(folder, '.git');
  if (!isDirectory(join(git, 'objects')) || !isDirectory(join(git, 'refs'))) return false;
  const config = readSmall(join(git, 'config'));
  return config !== undefined && !/worktree/i.test(config) && isHead(readSmall(join(git, 'HEAD')));
};
