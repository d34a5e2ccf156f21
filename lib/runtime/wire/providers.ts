import { readReplacedOrigins } from '#adapters/providers/provider-origins.ts';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import type { Chat } from '#ports/integrations/chat.ts';
import type { CheckWriters } from '#ports/integrations/check-writer.ts';
import type { TrackerProvider } from '#ports/integrations/issue-tracker.ts';
import type { AppTokens } from '#ports/git-sources.ts';
import type { Provider, Providers } from '#ports/integrations/provider.ts';
import { wireOutbound } from './hosts/outbound.ts';

/** The local cloud sets the addresses of its emulators, as it does for AWS services. */
const replacedOrigins = () => readReplacedOrigins(process.env['PROVIDER_ORIGINS'] || undefined);

const fetchOfProviders = () => wireOutbound().fetch('provider');

export const wireSlack = async (): Promise<Chat> => {
  const { slackChat } = await import('#adapters/providers/slack/slack.ts');
  return slackChat(fetchOfProviders(), replacedOrigins());
};

export const wireTeams = async (): Promise<Chat> => {
  const { teamsChat } = await import('#adapters/providers/teams/teams.ts');
  return teamsChat(fetchOfProviders(), replacedOrigins());
};

const trackerOptions = () => ({
  fetch: fetchOfProviders(),
  replaced: replacedOrigins(),
  now: () => new Date(),
});

const trackerLoaders = {
  github_issues: async () =>
    (await import('#adapters/providers/github/issues.ts')).githubIssues(trackerOptions()),
  gitlab_issues: async () =>
    (await import('#adapters/providers/gitlab/issues.ts')).gitlabIssues(trackerOptions()),
  jira: async () => (await import('#adapters/providers/jira/issues.ts')).jiraIssues(trackerOptions()),
  linear: async () => (await import('#adapters/providers/linear/issues.ts')).linearIssues(trackerOptions()),
};

export const wireTracker = (kind: keyof typeof trackerLoaders): Promise<TrackerProvider> =>
  trackerLoaders[kind]();

export const wireCheckWriters = async (): Promise<CheckWriters> => {
  const { checkWriters } = await import('#adapters/providers/check-writers.ts');
  return checkWriters(trackerOptions());
};

/** Loads the code when the first credential of an App is used. */
export const wireAppTokens: AppTokens = async (location) => {
  const { githubAppTokens } = await import('#adapters/providers/github/app-tokens.ts');
  return githubAppTokens(trackerOptions())(location);
};

const loaders: Record<IntegrationKind, () => Promise<Provider>> = {
  slack: wireSlack,
  teams: wireTeams,
  ...trackerLoaders,
};

/** Each provider is loaded when it is first needed. */
export const wireProviders = (): Providers => ({
  of: (kind) => loaders[kind](),
});
