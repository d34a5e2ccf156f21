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
  /** The branch that it is to be merged into. */
  target?: string;
  /** Why there is no base, where GitHub is not to blame. */
  cause?: string;
}

const severalText =
  'Several open pull requests have this commit, and a status holds for all of them. Close all but one, or judge the whole commit with `gate: api`.';

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
  const listed = isUnknown && api ? await unlessRefused(api.pullRequestsOf(commit), note) : undefined;
  const [found, ...others] = listed ?? [];
  const cause = others.length > 0 ? severalText : undefined;
  if (isUnknown && !found) note('GitHub names no open pull request of the commit.');
  if (cause !== undefined) return { isMerge: true, commit, cause };
  const pullRequest = ofEvent ?? found?.number;
  const target = targetBranch ?? found?.target;
  const asked =
    known === undefined && target !== undefined && commit !== undefined && api
      ? await unlessRefused(api.mergeBase(target, commit), note)
      : undefined;
  const base = known ?? asked;
  return {
    isMerge: target !== undefined || isUnknown,
    ...(target !== undefined && { target }),
    ...(isDeferred && commit !== undefined && { commit }),
    ...(pullRequest !== undefined && { pullRequest }),
    ...(base !== undefined && { base }),
  };
};
