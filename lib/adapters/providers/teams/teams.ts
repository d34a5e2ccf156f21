import * as z from 'zod';
import { teamsCredential } from '@scangate/domain/integrations/kinds/teams';
import type { Chat } from '#ports/integrations/chat.ts';
import type { Connection } from '#ports/integrations/provider.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import { chatGreeting } from '../chat-greeting.ts';
import { providerClient, type RefusalMeaning, type RefusedAnswer } from '../provider-client.ts';
import { addressAt, type ReplacedOrigins } from '../provider-origins.ts';
import { readJson } from '../read-json.ts';
import { teamsCard } from './card.ts';

const refused = z.object({ error: z.object({ code: z.string() }) });

/** A workflow that was turned off responds as if the request were wrong. */
const turnedOff = new Set(['WorkflowTriggerIsNotEnabled', 'WorkflowDisabled']);

const teamsMeaning = ({ text }: RefusedAnswer): RefusalMeaning | undefined => {
  const code = readJson(refused, text)?.error.code;
  return code !== undefined && turnedOff.has(code) ? { reason: 'gone' } : undefined;
};

/** Posts Adaptive Cards to a workflow, whose URL is the only credential that Teams needs. */
export const teamsChat = (fetch: OutboundFetch, replaced: ReplacedOrigins): Chat => {
  const post = async ({ credential }: Connection, card: ReturnType<typeof teamsCard>): Promise<string> => {
    const { workflowUrl } = teamsCredential.parse(credential);
    const { origin, hostname, pathname, search } = new URL(workflowUrl);
    const client = providerClient({
      fetch,
      origin: addressAt(replaced, 'teams', origin),
      headers: async () => ({}),
      meaningOf: teamsMeaning,
    });
    await client.call({ method: 'POST', path: `${pathname}${search}`, body: card, answer: z.unknown() });
    return hostname;
  };
  return {
    check: async (connection) => ({
      target: `Microsoft Teams, workflow at ${await post(connection, teamsCard(chatGreeting))}`,
    }),
    post: async (connection, message) => {
      await post(connection, teamsCard(message));
      return { status: 202 };
    },
  };
};
