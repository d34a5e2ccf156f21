import { expect, test } from 'vitest';
import { call } from '#test/support/api/call-endpoint.ts';

const organizationId = '0aa0bb0c-0000-4000-8000-00000000dead';
const metadata = (id: string) => call('get-saml-metadata', { params: { organizationId: id } });

test('200: the URLs of the service provider, for any id alike', async () => {
  const { status, headers, text } = await metadata(organizationId);
  expect([status, headers['Content-Type']]).toEqual([200, 'application/samlmetadata+xml']);
  expect(headers).toMatchObject({
    'Cache-Control': 'max-age=300',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  const base = `https://scangate.example/v1/sso/${organizationId}`;
  expect(text).toContain(`entityID="${base}/metadata"`);
  expect(text).toContain(`Location="${base}/acs"`);
  expect(text).toContain('WantAssertionsSigned="true"');
  expect((await metadata(organizationId.toUpperCase())).text).toBe(text);
});

test('404 for an invalid id', async () => {
  for (const id of ['x', '"><a', `${organizationId}0`]) expect((await metadata(id)).status).toBe(404);
});
