import { describe, expect, test } from 'vitest';
import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { githubIssues } from '#adapters/providers/github/issues.ts';
import { gitlabIssues } from '#adapters/providers/gitlab/issues.ts';
import { jiraIssues } from '#adapters/providers/jira/issues.ts';
import { linearIssues } from '#adapters/providers/linear/issues.ts';
import { slackChat } from '#adapters/providers/slack/slack.ts';
import { teamsChat } from '#adapters/providers/teams/teams.ts';
import type { Connection, Provider } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import { recordingFetch, type Replacements } from '#test/support/integrations/record-contract.ts';

/**
 * `npm run test:providers` tries the connections of accounts whose tokens are in the environment, and records what providers
 * answer into their contracts, scrubbed. Chats show a line; trackers are only read.
 */
interface RealProvider {
  provider: string;
  /** All of them are needed. */
  variables: readonly string[];
  open(fetch: OutboundFetch): Provider;
  connection(values: readonly string[]): Connection;
  /** The samples that replace the values in the contract, in the order of the variables. */
  samples: readonly string[];
}

const tracker = (fetch: OutboundFetch) => ({ fetch, replaced: {}, now: () => new Date() });

const real: readonly RealProvider[] = [
  {
    provider: 'slack',
    variables: ['TEST_SLACK_BOT_TOKEN', 'TEST_SLACK_CHANNEL'],
    samples: ['xoxb-local-bot', 'C0SECURITY'],
    open: (fetch) => slackChat(fetch, {}),
    connection: ([botToken, channel]) => ({ settings: { channel }, credential: { botToken } }),
  },
  {
    provider: 'slack',
    variables: ['TEST_SLACK_WEBHOOK_URL'],
    samples: ['https://hooks.slack.com/services/T0LOCAL/B0HOOK/local'],
    open: (fetch) => slackChat(fetch, {}),
    connection: ([webhookUrl]) => ({ settings: {}, credential: { webhookUrl } }),
  },
  {
    provider: 'teams',
    variables: ['TEST_TEAMS_WORKFLOW_URL'],
    samples: [
      'https://prod-00.westeurope.logic.azure.com/workflows/0local/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=local',
    ],
    open: (fetch) => teamsChat(fetch, {}),
    connection: ([workflowUrl]) => ({ settings: {}, credential: { workflowUrl } }),
  },
  {
    provider: 'github',
    variables: ['TEST_GITHUB_TOKEN', 'TEST_GITHUB_REPOSITORY'],
    samples: ['ghp_machine1', 'octocat/Hello-World'],
    open: (fetch) => githubIssues(tracker(fetch)),
    connection: ([token, repository]) => ({ settings: { repository }, credential: { token } }),
  },
  {
    provider: 'gitlab',
    variables: ['TEST_GITLAB_TOKEN', 'TEST_GITLAB_PROJECT'],
    samples: ['glpat-bot1', 'acme/security'],
    open: (fetch) => gitlabIssues(tracker(fetch)),
    connection: ([token, project]) => ({ settings: { project }, credential: { token } }),
  },
  {
    provider: 'jira',
    variables: ['TEST_JIRA_TOKEN', 'TEST_JIRA_EMAIL', 'TEST_JIRA_SITE', 'TEST_JIRA_PROJECT'],
    samples: ['token-of-the-bot', 'bot@acme.example', 'acme.atlassian.net', 'SEC'],
    open: (fetch) => jiraIssues(tracker(fetch)),
    connection: ([token, email, site, project]) => ({
      settings: { site, project, issueType: 'Task' },
      credential: { token, email },
    }),
  },
  {
    provider: 'linear',
    variables: ['TEST_LINEAR_KEY', 'TEST_LINEAR_TEAM'],
    samples: ['lin_api_of_a_person', 'SEC'],
    open: (fetch) => linearIssues(tracker(fetch)),
    connection: ([apiKey, team]) => ({ settings: { team }, credential: { apiKey } }),
  },
];

/** A URL is replaced by its path: the origin of a contract is not part of it. */
const replacementsOf = (values: readonly string[], samples: readonly string[]): Replacements =>
  Object.fromEntries(
    values.map((value, index) => {
      const sample = samples[index] ?? '';
      if (!URL.canParse(value)) return [value, sample];
      const path = (text: string): string => decodeURIComponent(text.replace(new URL(text).origin, ''));
      return [path(value), path(sample)];
    }),
  );

describe.each(real)('$provider with $variables', ({ provider, variables, samples, open, connection }) => {
  const values = variables.map((name) => process.env[name] ?? '');
  const missing = variables.filter((name) => !process.env[name]);

  test('accepts the connection, and its answers are recorded', async ({ skip }) => {
    skip(missing.length > 0, `${provider} is not asked: set ${missing.join(' and ')}`);
    const outbound = outboundHosts({ privateHosts: new Set() }).fetch('provider');
    const recording = recordingFetch(outbound, {
      folder: `lib/adapters/providers/${provider}/contract`,
      contracts: contractsOf(provider),
      replacements: replacementsOf(values, samples),
    });
    const { target } = await open(recording).check(connection(values));
    expect(target).not.toBe('');
  });
});
