import { refusalsOf } from '../kit/refusal.ts';
import type { RouteCall, EmulatorContext } from '../kit/provider-emulator.ts';

export interface GitlabIssue {
  id: number;
  iid: number;
  /** `group/project`, or its number. */
  project: string;
  title: string;
  description: string;
  state: 'opened' | 'closed';
  author: string;
  createdAt: string;
  updatedAt: string;
  movedToId: number | null;
  isDeleted?: true;
}

export interface GitlabNote {
  id: number;
  project: string;
  mergeRequest: number;
  body: string;
  author: string;
  createdAt: string;
}

export interface GitlabStatus {
  id: number;
  project: string;
  sha: string;
  name: string;
  status: 'pending' | 'running' | 'success' | 'failed' | 'canceled';
  description: string;
  author: string;
  createdAt: string;
}

/** Every project exists unless it was deleted, and every token is valid unless it was revoked. */
export interface GitlabState {
  issues: GitlabIssue[];
  notes: GitlabNote[];
  statuses: GitlabStatus[];
  /** `project!iid` of deleted merge requests; every other one exists. */
  deletedMergeRequests: string[];
  deletedProjects: string[];
  projectsWithoutIssues: string[];
  revokedTokens: string[];
  nextId: number;
}

export const initialGitlab = (): GitlabState => ({
  issues: [],
  notes: [],
  statuses: [],
  deletedMergeRequests: [],
  deletedProjects: [],
  projectsWithoutIssues: [],
  revokedTokens: [],
  nextId: 1,
});

export const { refused, refusal } = refusalsOf<unknown>((message) => ({ message }));

/** Reads the page and its size from a query. */
export const gitlabPages = { name: 'per_page', usual: 20 } as const;

/** The instant as GitLab writes it, in milliseconds. */
export const gitlabTime = ({ now }: EmulatorContext): string => new Date(now()).toISOString();

/** Reads the caller. @throws a refusal, 401 */
export const writerOf = ({ revokedTokens }: GitlabState, { headers }: RouteCall): string => {
  const token = headers['private-token'] ?? '';
  if (!/^glpat-[\w.-]+$/.test(token) || revokedTokens.includes(token)) throw refusal(401, '401 Unauthorized');
  return `owner-of-${token.slice(-4)}`;
};

/** The project that a path names. @throws a refusal, 404 */
export const projectOf = ({ deletedProjects }: GitlabState, { params }: RouteCall): string => {
  const name = params['project'] ?? '';
  if (deletedProjects.includes(name)) throw refusal(404, '404 Project Not Found');
  return name;
};
