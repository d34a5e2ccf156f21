import { refusalsOf } from '../kit/refusal.ts';
import type { RouteCall } from '../kit/provider-emulator.ts';

export interface JiraIssue {
  id: string;
  key: string;
  project: string;
  issueType: string;
  summary: string;
  /** A document in the Atlassian Document Format. */
  description: unknown;
  status: string;
  creator: string;
  createdAt: string;
  isDeleted?: true;
}

/** Every project exists unless it was deleted; each has the same workflow. */
export interface JiraState {
  issues: JiraIssue[];
  deletedProjects: string[];
  revokedTokens: string[];
  nextId: number;
}

export const initialJira = (): JiraState => ({
  issues: [],
  deletedProjects: [],
  revokedTokens: [],
  nextId: 10_000,
});

/** The statuses of the workflow, with the keys of their categories. */
export const statuses: Readonly<Record<string, 'new' | 'indeterminate' | 'done'>> = {
  'To Do': 'new',
  'In Progress': 'indeterminate',
  Done: 'done',
  "Won't Do": 'done',
};

export const issueTypes = ['Task', 'Bug', 'Vulnerability'];

/** Each status can be reached from every other one. */
export const transitionsFrom = (status: string) =>
  Object.entries(statuses)
    .filter(([name]) => name !== status)
    .map(([name, key]) => ({
      id: String((Object.keys(statuses).indexOf(name) + 1) * 10),
      name,
      to: { name, statusCategory: { key } },
    }));

export const { refused, refusal } = refusalsOf((message) => ({ errorMessages: [message], errors: {} }));

/** Reads the caller. A refused token makes the caller anonymous, as a header states. @throws a refusal */
export const accountOf = ({ revokedTokens }: JiraState, { headers }: RouteCall): string => {
  const basic = /^Basic (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const [email = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const token = rest.join(':');
  if (email.includes('@') && token !== '' && !revokedTokens.includes(token)) return email;
  throw refusal(404, 'Issue does not exist or you do not have permission to see it.', {
    'x-seraph-loginreason': 'AUTHENTICATED_FAILED',
  });
};

/** @throws a refusal, 404 */
export const requireProject = ({ deletedProjects }: JiraState, key: string): void => {
  if (deletedProjects.includes(key)) throw refusal(404, `No project could be found with key '${key}'.`);
};
