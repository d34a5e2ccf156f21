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
  'Open pull requests into several branches have this commit, and a status holds for all of them. Close all but one, or judge the whole commit with `gate: api`.';

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

interface Finding {
  api: GithubApi | undefined;
  /** Whether the workflow runs after the one of the event. */
  isDeferred: boolean;
  /** Whether the result becomes the status of the commit, which every pull request of the commit has. */
  hasStatus: boolean;
  note: (message: string) => void;
}

/**
 * Finds the pull request and the commit to compare with. The clone of a job is shallow by default, so that GitHub is
 * asked for what the clone does not have. A workflow that runs after that of a fork has the commit's hash alone.
 */
export const findChange = async (
  { commit, base: known, pullRequest: ofEvent, targetBranch, isFork }: CiContext,
  { api, isDeferred, hasStatus, note }: Finding,
): Promise<Change> => {
  const isUnknown = isDeferred && isFork && commit !== undefined;
  const listed =
    hasStatus && commit !== undefined && api ? await unlessRefused(api.pullRequestsOf(commit), note) : [];
  const [found] = listed ?? [];
  if (isUnknown && !found) note('GitHub names no open pull request of the commit.');
  const targets = new Set([targetBranch ?? found?.target, ...(listed ?? []).map((one) => one.target)]);
  if (targets.size > 1 && commit !== undefined) return { isMerge: true, commit, cause: severalText };
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
