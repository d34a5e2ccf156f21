import type { CiContext } from '@scangate/cli/ci/ci-context';
import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import type { GithubApi } from './github-api.ts';

/** The change that is judged. */
export interface Change {
  /** Given where the job runs for another commit than that of its event. */
  commit?: string;
  pullRequest?: number;
  base?: string;
  /** Whether it is to be merged, so that there is a commit to compare with. */
  isMerge: boolean;
}

/** Tells what a refusal leaves out; the scan goes on without it. */
const unlessRefused = async <T>(ask: Promise<T>, note: (message: string) => void): Promise<T | undefined> => {
  try {
    return await ask;
  } catch (error) {
    if (!(error instanceof HostFailure)) throw error;
    note(error.message);
    return undefined;
  }
};

/**
 * Finds the pull request and the commit to compare with. The clone of a job is shallow by default, so that GitHub is
 * asked for what the clone does not have. A workflow that runs after that of a fork has the commit's hash alone.
 */
export const findChange = async (
  { commit, base: known, pullRequest: ofEvent, targetBranch, isFork }: CiContext,
  {
    api,
    isDeferred,
    note,
  }: { api: GithubApi | undefined; isDeferred: boolean; note: (message: string) => void },
): Promise<Change> => {
  const isUnknown = isDeferred && isFork && commit !== undefined;
  const found = isUnknown && api ? await unlessRefused(api.pullRequestOf(commit), note) : undefined;
  if (isUnknown && !found) note('GitHub names no single open pull request of the commit.');
  const pullRequest = ofEvent ?? found?.number;
  const target = targetBranch ?? found?.target;
  const asked =
    known === undefined && target !== undefined && commit !== undefined && api
      ? await unlessRefused(api.mergeBase(target, commit), note)
      : undefined;
  const base = known ?? asked;
  return {
    isMerge: target !== undefined || isUnknown,
    ...(isDeferred && commit !== undefined && { commit }),
    ...(pullRequest !== undefined && { pullRequest }),
    ...(base !== undefined && { base }),
  };
};
