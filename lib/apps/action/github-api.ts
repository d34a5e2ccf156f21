import { gzipSync } from 'node:zlib';
import { HostFailure } from '@scangate/cli/code-hosts/code-host';
import { encryptedAddress, hostCalls, type CallHost } from '@scangate/cli/code-hosts/host-request';
import { textAt, valueAt } from '@scangate/cli/json-value';

export type StatusState = 'pending' | 'success' | 'failure' | 'error';

export interface PullRequestOfCommit {
  number: number;
  /** The branch that it merges into. */
  target: string;
}

/** The parts of GitHub's API that the Action uses. Every method throws HostFailure. */
export interface GithubApi {
  /** The newest common ancestor of a branch and a commit. */
  mergeBase: (branch: string, commit: string) => Promise<string>;
  /** The open pull requests whose newest commit this is. */
  pullRequestsOf: (commit: string) => Promise<PullRequestOfCommit[]>;
  setStatus: (
    commit: string,
    status: { state: StatusState; description: string; url: string },
  ) => Promise<void>;
  /** @returns whether it was small enough to upload. */
  uploadSarif: (sarif: { text: string; commit: string; ref: string }) => Promise<boolean>;
}

/** The context of the status, to which branch protection refers. */
const statusContext = 'scangate';
/** GitHub accepts a SARIF file up to this compressed size. */
const maxSarifBytes = 10 * 1024 * 1024;
const maxDescription = 140;

/** A commit can only be compared by its address, in which a branch is one part. */
const compareOf = (base: string, branch: string, commit: string): string =>
  `${base}/compare/${encodeURIComponent(branch)}...${commit}`;

const openAt = (commit: string) => (pull: unknown) =>
  textAt(pull, 'state') === 'open' && textAt(pull, 'head.sha') === commit;

/** GitHub gives the same status for missing permissions and missing objects. */
const explainStatus = (error: unknown): never => {
  if (error instanceof HostFailure && (error.status === 403 || error.status === 404))
    throw new HostFailure(`${error.message}. A status needs \`permissions: statuses: write\`.`, error.status);
  throw error;
};

/** @param base the address of the repository at the API. */
const apiAt = (base: string, call: CallHost): GithubApi => ({
  async mergeBase(branch, commit) {
    const found = textAt(
      await call({ method: 'GET', url: compareOf(base, branch, commit) }),
      'merge_base_commit.sha',
    );
    if (found === '') throw new HostFailure('GitHub found no common ancestor.');
    return found;
  },
  async pullRequestsOf(commit) {
    const listed = await call({ method: 'GET', url: `${base}/commits/${commit}/pulls?per_page=100` });
    return (Array.isArray(listed) ? listed : []).filter(openAt(commit)).flatMap((found: unknown) => {
      const number = valueAt(found, 'number');
      return typeof number === 'number' ? [{ number, target: textAt(found, 'base.ref') }] : [];
    });
  },
  async setStatus(commit, { state, description, url }) {
    const shown = { state, description: description.slice(0, maxDescription), context: statusContext };
    const body = { ...shown, target_url: url };
    await call({ method: 'POST', url: `${base}/statuses/${commit}`, body }).catch(explainStatus);
  },
  async uploadSarif({ text, commit, ref }) {
    const packed = gzipSync(text);
    if (packed.length > maxSarifBytes) return false;
    const body = { commit_sha: commit, ref, sarif: packed.toString('base64'), tool_name: 'Scangate' };
    await call({ method: 'POST', url: `${base}/code-scanning/sarifs`, body });
    return true;
  },
});

export interface GithubAccess {
  environment: Readonly<Record<string, string | undefined>>;
  fetch: typeof globalThis.fetch;
  token: string;
}

/** The API of the GitHub that runs the job; undefined without a token. @throws HostFailure for an address in clear text. */
export const githubApi = ({ environment, fetch, token }: GithubAccess): GithubApi | undefined => {
  const repository = environment['GITHUB_REPOSITORY'] ?? '';
  if (token === '' || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined;
  const address = encryptedAddress(
    'GITHUB_API_URL',
    environment['GITHUB_API_URL'] || 'https://api.github.com',
  );
  const headers = { Authorization: `Bearer ${token}`, 'X-GitHub-Api-Version': '2022-11-28' };
  return apiAt(`${address}/repos/${repository}`, hostCalls('GitHub', { fetch, headers }));
};
