import type { OutboundFetch } from '#ports/outbound.ts';
import type { OpenedCredential } from '#ports/git-sources.ts';
import { providerClient, type ProviderClient } from '../provider-client.ts';

export interface BitbucketClientOptions {
  fetch: OutboundFetch;
  origin: string;
  credential: OpenedCredential;
}

/** The name under which git accepts an access token of a repository. */
const tokenUser = 'x-token-auth';

const authorizationOf = ({ username, secret }: OpenedCredential): string =>
  username === undefined || username === tokenUser
    ? `Bearer ${secret}`
    : `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

/** Calls the REST API of Bitbucket Cloud, with an access token or as a user. Its rate limits respond with 429. */
export const bitbucketClient = ({ fetch, origin, credential }: BitbucketClientOptions): ProviderClient =>
  providerClient({ fetch, origin, headers: async () => ({ authorization: authorizationOf(credential) }) });
