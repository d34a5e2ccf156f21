import { GitFailure } from './git-failure.ts';

const noBranch = (): GitFailure =>
  new GitFailure('commit_not_found', 'The repository has no such branch, or no commit in it.');

/** Returns the full name of a branch; `HEAD` is the default one. @throws GitFailure for an impossible name. */
export const branchRef = (branch: string): string => {
  if (branch === 'HEAD') return branch;
  if (branch === '' || branch.length > 255 || /[\s\p{Cc}~^:?*[\\]|\.\./u.test(branch)) throw noBranch();
  return branch.startsWith('refs/') ? branch : `refs/heads/${branch}`;
};

/** Returns the id. @throws GitFailure `commit_not_found` when there is none. */
export const requireCommit = (id: string | undefined): string => {
  if (id === undefined || /^0*$/.test(id)) throw noBranch();
  return id;
};

/** Returns the short name of the branch that HEAD points to, or `HEAD` when it points to a commit. */
export const defaultBranchOf = (target: string | undefined): string =>
  target?.replace(/^refs\/heads\//, '') ?? 'HEAD';
