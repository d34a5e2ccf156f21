import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BranchCollector, type BranchPage, type BranchQuestion } from '../branch-page.ts';
import { GitFailure } from '../git-failure.ts';
import { localRef, packedRefs } from './local-refs.ts';
import type { LocalRepository } from './local-repository.ts';

/** The limits of the folders below `refs`. */
const maxLooseRefs = 100_000;
const maxDepth = 64;

/** Lists the refs below a folder that have a file of their own. Links are not followed. */
export const looseRefs = (repository: LocalRepository, below: string): string[] => {
  const found: string[] = [];
  const walk = (ref: string, depth: number): void => {
    if (depth > maxDepth || found.length > maxLooseRefs)
      throw new GitFailure('invalid_repository', 'The repository has too many branches or tags.');
    const folder = join(repository.commonDirectory, ref);
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(`${ref}/${entry.name}`, depth + 1);
      else if (entry.isFile() && !entry.name.endsWith('.lock')) found.push(`${ref}/${entry.name}`);
    }
  };
  walk(below, 0);
  return found;
};

/** Reads a page of the branches of a repository on this disk. */
export const localBranches = (repository: LocalRepository, question: BranchQuestion): BranchPage => {
  const found = new BranchCollector(question);
  const loose = new Set(looseRefs(repository, 'refs/heads'));
  // The file of a branch is newer than its line in `packed-refs`.
  for (const [ref, id] of packedRefs(repository)) if (!loose.has(ref)) found.add(ref, id);
  for (const ref of loose) {
    const id = localRef(repository, ref);
    if (id !== undefined) found.add(ref, id);
  }
  return found.page();
};
