import type { OutboundFetch } from '#ports/outbound.ts';
import {
  providerClient,
  type ProviderClient,
  type RefusalMeaning,
  type RefusedAnswer,
} from '../provider-client.ts';

export interface JiraClientOptions {
  fetch: OutboundFetch;
  /** `https://acme.atlassian.net` */
  origin: string;
  email: string;
  token: string;
}

/** Jira treats a caller whose token is refused as an anonymous one, who finds nothing. */
const meaningOf = ({ status, headers }: RefusedAnswer): RefusalMeaning | undefined =>
  status >= 400 && (headers.get('x-seraph-loginreason') ?? '').includes('AUTHENTICATED_FAILED')
    ? { reason: 'refused' }
    : undefined;

/** Calls the REST API of Jira Cloud. Its rate limits respond with 429 and `Retry-After`. */
export const jiraClient = ({ fetch, origin, email, token }: JiraClientOptions): ProviderClient => {
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
  return providerClient({ fetch, origin, headers: async () => ({ authorization }), meaningOf });
};
