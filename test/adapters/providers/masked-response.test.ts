import { expect, test } from 'vitest';
import * as z from 'zod';
import { maskedResponse } from '#adapters/providers/masked-response.ts';
import { providerClient } from '#adapters/providers/provider-client.ts';
import { ProviderFailure } from '#ports/integrations/provider.ts';

const basic = Buffer.from('bot@acme.example.com:planted/secret+1').toString('base64');
const webhook = '/services/T0000/B0000/plantedWebhookSecret';
const workflow = '/workflows/1/triggers/manual?api-version=1&sig=planted_Signature-1';

test.each([
  ['a bearer', { authorization: 'Bearer planted.token.1' }, '/user', 'got Bearer planted.token.1'],
  ['a token alone', { authorization: 'Bearer planted.token.1' }, '/user', '{"token":"planted.token.1"}'],
  ['a custom header', { 'private-token': 'planted-12345' }, '/user', 'Private-Token: planted-12345'],
  ['a key without a scheme', { authorization: 'planted-12345' }, '/graphql', 'key planted-12345'],
  ['basic credentials', { authorization: `Basic ${basic}` }, '/user', `got ${basic}`],
  ['the token in them', { authorization: `Basic ${basic}` }, '/user', 'got planted/secret+1'],
  ['an escaped token', { authorization: `Basic ${basic}` }, '/user', String.raw`got planted\/secret+1`],
  ['an encoded token', { authorization: `Basic ${basic}` }, '/user', 'got planted%2Fsecret%2B1'],
  ['the address of a webhook', {}, webhook, `no hook at ${webhook}`],
  ['the signature of an address', {}, workflow, 'bad sig planted_Signature-1'],
])('%s that an answer echoes is masked: …', (_name, headers, path, text) => {
  const said = maskedResponse(text, { headers: headers as Record<string, string>, path });
  expect(said).toContain('…');
  expect(said).not.toMatch(/planted|T0000/);
});

test.each(['sgl_', 'sgd_', 'whsec_', 'ghs_', 'github_pat_', 'glpat-', 'xoxb-', 'lin_api_'])(
  'a credential that begins with %s is masked, whoever owns it: …',
  (prefix) => {
    const said = maskedResponse(`{"token":"${prefix}aaaaaaaaaaaaaaaaaaaaaaaa"}`, { headers: {}, path: '/' });
    expect(said).toBe('{"token":"…"}');
  },
);

test('text that is not a credential is shown, up to 300 characters', () => {
  const headers = { accept: 'application/json', authorization: 'Bearer short' };
  expect(maskedResponse('application/json is short', { headers, path: '/user' })).toBe(
    'application/json is short',
  );
  expect(maskedResponse('a'.repeat(9_999), { headers, path: '/' })).toHaveLength(300);
});

test.each([
  [401, 'refused'],
  [422, 'invalid'],
  [500, 'unavailable'],
  [200, 'unavailable'],
] as const)('an answer %d that echoes the sent headers is %s without them', async (status, reason) => {
  const client = providerClient({
    fetch: async (_url, request) => new Response(JSON.stringify(request?.headers), { status }),
    origin: 'https://api.example.com',
    headers: async () => ({ authorization: 'Bearer planted.token.1' }),
  });
  const failure: unknown = await client
    .call({ method: 'GET', path: '/user', answer: z.object({ login: z.string() }) })
    .catch((error: unknown) => error);
  const { details } = failure as ProviderFailure;
  expect(details.reason).toBe(reason);
  expect(JSON.stringify(details)).not.toContain('planted');
});
