import { expect, test } from 'vitest';
import { bitbucket } from '@scangate/emulator-providers/bitbucket/server';
import { bitbucketCheckWriter } from '#adapters/providers/bitbucket/check-routes.ts';
import { bitbucketClient } from '#adapters/providers/bitbucket/client.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import type { OpenedCredential } from '#ports/git-sources.ts';
import { contractResult, describeCheckContracts } from '#test/support/integrations/check-contracts.ts';

const origin = 'https://api.bitbucket.org';
const writerWith = (fetch: OutboundFetch, credential: OpenedCredential) =>
  bitbucketCheckWriter(bitbucketClient({ fetch, origin, credential }), 'acme/shop');

describeCheckContracts({
  provider: 'bitbucket',
  definition: bitbucket,
  writer: (fetch) => writerWith(fetch, { secret: 'ATCTTbot1' }),
  list: 'check-comment-list',
  nothing: { size: 0, page: 1, pagelen: 20, values: [] },
});

test.each([
  [{ secret: 'ATCTTbot1' }, 'Bearer ATCTTbot1'],
  [{ username: 'x-token-auth', secret: 'ATCTTbot1' }, 'Bearer ATCTTbot1'],
  [{ username: 'bot', secret: 's' }, `Basic ${Buffer.from('bot:s').toString('base64')}`],
])('the credential %j is sent in the form that the API expects', async (credential, expected) => {
  const sent: (string | null)[] = [];
  const fetch: OutboundFetch = async (_url, { headers } = {}) => {
    sent.push(new Headers(headers).get('authorization'));
    return new Response('{}', { status: 201 });
  };
  await writerWith(fetch, credential).writeResult(contractResult);
  expect(sent).toEqual([expected]);
});
