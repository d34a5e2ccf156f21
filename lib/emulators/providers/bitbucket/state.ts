import { refusalsOf } from '../kit/refusal.ts';
import type { RouteCall, EmulatorContext } from '../kit/provider-emulator.ts';

export interface BitbucketComment {
  id: number;
  /** `workspace/slug`. */
  repository: string;
  pullRequest: number;
  raw: string;
  /** The UUID of the account. */
  author: string;
  createdOn: string;
  deleted: boolean;
}

export interface BitbucketStatus {
  repository: string;
  commit: string;
  key: string;
  name: string;
  state: 'SUCCESSFUL' | 'FAILED' | 'INPROGRESS' | 'STOPPED';
  description: string;
  url: string;
  updatedOn: string;
}

/** Every repository exists unless it was deleted, and every token is valid unless it was revoked. */
export interface BitbucketState {
  comments: BitbucketComment[];
  statuses: BitbucketStatus[];
  deletedRepositories: string[];
  /** `workspace/slug#number` of deleted pull requests; every other one exists. */
  deletedPullRequests: string[];
  revokedTokens: string[];
  nextId: number;
}

export const initialBitbucket = (): BitbucketState => ({
  comments: [],
  statuses: [],
  deletedRepositories: [],
  deletedPullRequests: [],
  revokedTokens: [],
  nextId: 1,
});

export const { refused, refusal } = refusalsOf((message) => ({ type: 'error', error: { message } }));

/** The instant as Bitbucket writes it. */
export const bitbucketTime = ({ now }: EmulatorContext): string =>
  new Date(now()).toISOString().replace('Z', '000+00:00');

const secretOf = (authorization: string): string => {
  const [, scheme, value = ''] = /^(Bearer|Basic) (\S+)$/.exec(authorization) ?? [];
  return scheme === 'Basic' ? (Buffer.from(value, 'base64').toString('utf8').split(':')[1] ?? '') : value;
};

/** Reads the caller: the UUID of an account. @throws a refusal, 401 */
export const writerOf = ({ revokedTokens }: BitbucketState, { headers }: RouteCall): string => {
  const secret = secretOf(headers['authorization'] ?? '');
  if (!/^AT[ABCT]{3}\w+$/.test(secret) || revokedTokens.includes(secret))
    throw refusal(401, 'Token is invalid, expired, or not supported for this endpoint.');
  return `{account-${secret.slice(-4)}}`;
};

/** The repository that a path names. @throws a refusal, 404 */
export const repositoryOf = ({ deletedRepositories }: BitbucketState, { params }: RouteCall): string => {
  const name = `${params['workspace']}/${params['slug']}`;
  if (deletedRepositories.includes(name)) throw refusal(404, `Repository ${name} not found`);
  return name;
};
