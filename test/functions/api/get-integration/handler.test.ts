import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { created } from '#test/support/integrations/integration-calls.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200 with the ETag, without the credential; 404 for the integration of another organization', async () => {
  const [organization, foreign] = [await newOrganization(world.store), await newOrganization(world.store)];
  const { id, etag } = await created(organization.as('owner'));
  const params = { integrationId: id.toUpperCase() };
  const got = await call('get-integration', { caller: organization.as('admin'), params });
  expect([got.status, got.headers['ETag'], got.body['integrationId']]).toEqual([200, etag, id]);
  expect(got.text).not.toContain('a-secret');
  const hidden = await call('get-integration', { caller: foreign.as('owner'), params });
  expect([hidden.status, hidden.body['code']]).toEqual([404, 'integration_not_found']);
});
