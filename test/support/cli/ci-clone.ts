import type { CiGit } from '@scangate/cli/ci/ci-context';

export const head = 'a'.repeat(40);
export const merge = 'b'.repeat(40);
export const tip = 'c'.repeat(40);
export const start = 'd'.repeat(40);

/** A clone that knows some revisions. The common ancestor of the target and the pushed commit is `start`. */
export const cloneWith = (revisions: Record<string, string> = {}): CiGit => ({
  resolve: (revision) => revisions[revision],
  mergeBase: (one, other) => (one === tip && other === head ? start : undefined),
  isShallow: () => false,
});

/** A clone of full depth that has the target branch. */
export const fullClone = cloneWith({ 'refs/remotes/origin/main': tip });

export const shallowClone: CiGit = { ...fullClone, isShallow: () => true };

/** The answers of a machine without git. */
export const noGit = cloneWith();
