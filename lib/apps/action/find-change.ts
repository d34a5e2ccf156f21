import type { CiContext } from '@scangate/cli/ci/ci-context';
import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import type { GithubApi } from './github-api.ts';

/** The change to judge. */
export interface Change {
  /** Present when the job runs for another commit than that of its event. */
  commit?: string;
  pullRequest?: number;
  base?: string;
  /** Whether it is a merge, so that there is a commit to compare with. */
  isMerge: boolean;
  /** The branch that it is to be merged into. */
  target?: string;
  /** The reason why there is no base, unless GitHub's API caused it. */
  cause?: string;
}

const severalText =
  'Open pull requests into several branches have this commit, and a status applies to all of them. Close all but one, or judge the whole commit with `gate: api`.';

/** Reports what is missing after a refusal; the scan continues without it. */
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
  /** Whether the workflow runs after another one, for that workflow's event. */
  isDeferred: boolean;
  /** Whether the result becomes the status of the commit, which all its pull requests share. */
  hasStatus: boolean;
  note: (message: string) => void;
}

/**
 * Finds the pull request and the commit to compare with. The clone of a job is shallow by default, so GitHub's API
 * provides what the clone does not have. A workflow that runs after that of a fork knows only the commit's hash.
 */
export const findChange = async (
  { commit, base: known, pullRequest: ofEvent, targetBranch, isFork }: CiContext,
  { api, isDeferred, hasStatus, note }: Finding,
): Promise<Change> => {
  const isUnknown = isDeferred && isFork && commit !== undefined;
  const listed =
    hasStatus && commit !== undefined && api ? await unlessRefused(api.pullRequestsOf(commit), note) : [];
  const [found] = listed ?? [];
  if (isUnknown && !found) note('GitHub lists no open pull request for the commit.');
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
