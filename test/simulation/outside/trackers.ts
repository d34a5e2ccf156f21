import { github } from '@scangate/emulator-providers/github/server';
import { initialGithub } from '@scangate/emulator-providers/github/state';
import { gitlab } from '@scangate/emulator-providers/gitlab/server';
import { initialGitlab } from '@scangate/emulator-providers/gitlab/state';
import { jira } from '@scangate/emulator-providers/jira/server';
import { initialJira, statuses } from '@scangate/emulator-providers/jira/state';
import type { ProviderEmulator, EmulatorContext } from '@scangate/emulator-providers/kit/provider-emulator';
import { linear } from '@scangate/emulator-providers/linear/server';
import { initialLinear, typeOfState } from '@scangate/emulator-providers/linear/state';

export const trackerKinds = ['linear', 'github_issues', 'gitlab_issues', 'jira'] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** An issue as everybody sees it. */
export interface SeenIssue {
  /** The id by which the service knows it. */
  id: string;
  /** The project, team or repository that it was made in. */
  project: string;
  title: string;
  isClosed: boolean;
  /** Names it to the acts of its emulator. */
  named: object;
}

/** A tracker in memory, and how to read it. */
export interface OpenTracker {
  emulator: ProviderEmulator;
  issues: () => SeenIssue[];
}

/** A kind of tracker: how an organization connects it, and its emulator. */
interface TrackerSpec {
  service: 'linear' | 'github' | 'gitlab' | 'jira';
  isAt: (host: string) => boolean;
  /** The project that an organization has its issues in. */
  projectOf: (taint: string) => string;
  settings: (project: string, taint: string) => object;
  /** A new credential, by its number, of one account. */
  credential: (taint: string, number: number) => object;
  /** The credential that a request has, as a text. */
  credentialIn: (headers: Record<string, string>) => string;
  open: (context: EmulatorContext) => OpenTracker;
}

const authorization = (headers: Record<string, string>): string => headers['authorization'] ?? '';
const basic = (headers: Record<string, string>): string =>
  Buffer.from(authorization(headers).replace('Basic ', ''), 'base64').toString('utf8');

const closedTypes = ['completed', 'canceled'];

/** Linear lets its clients choose the ids of issues; the others find theirs again by their text. */
export const trackers: Readonly<Record<TrackerKind, TrackerSpec>> = {
  linear: {
    service: 'linear',
    isAt: (host) => host === 'api.linear.app',
    projectOf: (taint) => taint.toUpperCase(),
    settings: (team) => ({ team }),
    credential: (taint, number) => ({ apiKey: `lin_api_of_${taint}_${number}` }),
    credentialIn: authorization,
    open: (context) => {
      const state = initialLinear();
      const issues = () =>
        state.issues.map(({ id, team, title, stateId }) => {
          const isClosed = closedTypes.includes(typeOfState(stateId));
          return { id, project: team, title, isClosed, named: { id } };
        });
      return { emulator: linear.open(state, context), issues };
    },
  },
  github_issues: {
    service: 'github',
    isAt: (host) => host === 'api.github.com',
    projectOf: (taint) => `${taint}/security`,
    settings: (repository) => ({ repository }),
    credential: (taint, number) => ({ token: `ghp_of_${taint}_${number}` }),
    credentialIn: authorization,
    open: (context) => {
      const state = initialGithub();
      const issues = () =>
        state.issues.map(({ number, repository, title, state: now }) => {
          const isClosed = now === 'closed';
          return { id: String(number), project: repository, title, isClosed, named: { repository, number } };
        });
      return { emulator: github.open(state, context), issues };
    },
  },
  gitlab_issues: {
    service: 'gitlab',
    isAt: (host) => host === 'gitlab.com',
    projectOf: (taint) => `${taint}/security`,
    settings: (project) => ({ project }),
    // The emulator tells accounts by the ends of their tokens.
    credential: (taint, number) => ({ token: `glpat-${number}-${taint}` }),
    credentialIn: (headers) => headers['private-token'] ?? '',
    open: (context) => {
      const state = initialGitlab();
      const issues = () =>
        state.issues.map(({ iid, project, title, state: now }) => {
          return { id: String(iid), project, title, isClosed: now === 'closed', named: { project, iid } };
        });
      return { emulator: gitlab.open(state, context), issues };
    },
  },
  jira: {
    service: 'jira',
    isAt: (host) => host.endsWith('.atlassian.net'),
    projectOf: (taint) => taint.toUpperCase(),
    settings: (project, taint) => ({ site: `${taint}.atlassian.net`, project, issueType: 'Bug' }),
    credential: (taint, number) => ({
      email: `bot@${taint}.example.com`,
      token: `token-of-${taint}-${number}`,
    }),
    credentialIn: basic,
    open: (context) => {
      const state = initialJira();
      const issues = () =>
        state.issues.map(({ id, key, project, summary: title, status }) => {
          return { id, project, title, isClosed: statuses[status] === 'done', named: { key } };
        });
      return { emulator: jira.open(state, context), issues };
    },
  },
};
