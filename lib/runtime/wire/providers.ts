import { readReplacedOrigins } from '#adapters/providers/provider-origins.ts';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import type { Chat } from '#ports/integrations/chat.ts';
import type { Provider, Providers } from '#ports/integrations/provider.ts';
import { wireOutbound } from './outbound.ts';

/** The local cloud sets the addresses of its stand-ins, as it does for AWS services. */
export const replacedOrigins = () => readReplacedOrigins(process.env['PROVIDER_ORIGINS'] || undefined);

const fetchOfProviders = () => wireOutbound().fetch('provider');

export const wireSlack = async (): Promise<Chat> => {
  const { slackChat } = await import('#adapters/providers/slack/slack.ts');
  return slackChat(fetchOfProviders(), replacedOrigins());
};

export const wireTeams = async (): Promise<Chat> => {
  const { teamsChat } = await import('#adapters/providers/teams/teams.ts');
  return teamsChat(fetchOfProviders(), replacedOrigins());
};

const loaders: Partial<Record<IntegrationKind, () => Promise<Provider>>> = {
  slack: wireSlack,
  teams: wireTeams,
};

/** Each provider is loaded when it is first needed. */
export const wireProviders = (): Providers => ({
  of: async (kind) => {
    const load = loaders[kind];
    if (!load) throw new Error(`there is no provider of ${kind}`);
    return load();
  },
});
