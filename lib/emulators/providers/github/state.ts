import { refusalsOf } from '../kit/refusal.ts';
import type { RouteCall, EmulatorContext } from '../kit/provider-emulator.ts';

export interface GithubIssue {
  id: number;
  number: number;
  /** `owner/name`. */
  repository: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'reopened' | null;
  /** The login that created it; for an App, `slug[bot]`. */
  author: string;
  appId: number | null;
  createdAt: string;
  updatedAt: string;
  /** The repository to which a person moved it. */
  movedTo?: string;
  isDeleted?: true;
}

export interface GithubComment {
  id: number;
  repository: string;
  number: number;
  body: string;
  author: string;
  createdAt: string;
  updatedAt: string;
}

export interface GithubStatus {
  repository: string;
  sha: string;
  state: 'error' | 'failure' | 'pending' | 'success';
  context: string;
  description: string;
  author: string;
  createdAt: string;
}

export interface GithubCheckRun {
  id: number;
  repository: string;
  sha: string;
  name: string;
  externalId: string;
  conclusion: string;
  title: string;
  summary: string;
  /** They are only ever added to. */
  annotations: { path: string; start_line: number; annotation_level: string; message: string }[];
  appId: number;
  completedAt: string;
}

/** Every repository exists unless it was deleted, and every token is valid unless it was revoked. */
export interface GithubState {
  issues: GithubIssue[];
  comments: GithubComment[];
  statuses: GithubStatus[];
  checkRuns: GithubCheckRun[];
  /** `owner/name#number` of deleted pull requests; every other one exists. */
  deletedPullRequests: string[];
  deletedRepositories: string[];
  repositoriesWithoutIssues: string[];
  revokedTokens: string[];
  /** Logins by token; that of any other token is `machine-user`. */
  logins: Record<string, string>;
  /** Public keys of Apps in PEM by App id; the JWT of any other App is accepted unverified. */
  appKeys: Record<string, string>;
  /** The App that each installation token belongs to. */
  installationTokens: Record<string, { appId: number; expiresAt: string }>;
  nextId: number;
}

export const initialGithub = (): GithubState => ({
  issues: [],
  comments: [],
  statuses: [],
  checkRuns: [],
  deletedPullRequests: [],
  deletedRepositories: [],
  repositoriesWithoutIssues: [],
  revokedTokens: [],
  logins: {},
  appKeys: {},
  installationTokens: {},
  nextId: 1,
});

export const { refused, refusal } = refusalsOf((message, status) => ({
  message,
  documentation_url: 'https://docs.github.com/rest',
  status: String(status),
}));

export interface GithubWriter {
  login: string;
  appId: number | null;
}

/** Reads the page and its size from a query. */
export const githubPages = { name: 'per_page', usual: 30 } as const;

/** The instant as GitHub writes it, in seconds. */
export const githubTime = ({ now }: EmulatorContext): string =>
  new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z');

/** Reads the caller. @throws a refusal, 401 */
export const writerOf = (state: GithubState, call: RouteCall, context: EmulatorContext): GithubWriter => {
  const token = /^Bearer (\S+)$/.exec(call.headers['authorization'] ?? '')?.[1] ?? '';
  const installed = state.installationTokens[token];
  const isOver = installed !== undefined && Date.parse(installed.expiresAt) <= context.now();
  const isKnown = installed !== undefined || /^(?:ghp_|github_pat_)\w+$/.test(token);
  if (!isKnown || isOver || state.revokedTokens.includes(token)) throw refusal(401, 'Bad credentials');
  return installed
    ? { login: 'scan-app[bot]', appId: installed.appId }
    : { login: state.logins[token] ?? 'machine-user', appId: null };
};

/** The repository that a path names. @throws a refusal, 404 */
export const repositoryOf = (state: GithubState, { params }: RouteCall): string => {
  const name = `${params['owner']}/${params['repo']}`;
  if (state.deletedRepositories.includes(name)) throw refusal(404, 'Not Found');
  return name;
};
