import { ApiProblem, type Client } from '@scangate/client';

/** The channel and the tracker that the emulators provide for the demo. */
const wanted = [
  {
    kind: 'slack',
    name: 'Security channel',
    settings: { channel: 'C0SECURITY' },
    credential: { botToken: 'xoxb-local-bot' },
  },
  {
    kind: 'github_issues',
    name: 'Issues of the storefront',
    settings: { repository: 'sample/storefront' },
    credential: { token: 'ghp_local_demo' },
  },
] as const;

/**
 * Connects the demo to a chat and a tracker at the emulators, unless its plan was changed to one without
 * integrations.
 */
export const connectDemoIntegrations = async (owner: Client): Promise<void> => {
  const { body } = await owner.call('list-integrations');
  const known = new Set(body.items.map(({ name }) => name));
  try {
    for (const integration of wanted)
      if (!known.has(integration.name)) await owner.call('create-integration', { body: integration });
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 402)) throw error;
  }
};
