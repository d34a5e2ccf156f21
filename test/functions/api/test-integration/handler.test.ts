import { beforeEach, expect, test } from 'vitest';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { actions, created, slackRequest } from '#test/support/integrations/integration-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let id: string;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  ({ id } = await created(organization.as('owner')));
  world.tried = [];
});
const run = () =>
  call('test-integration', { caller: organization.as('owner'), params: { integrationId: id } });

test('200: the stored credential is tested, and the test is recorded', async () => {
  const { status, body } = await run();
  expect([status, body]).toEqual([200, { target: 'slack of Acme' }]);
  const { settings, credential } = slackRequest;
  expect(world.tried).toEqual([{ kind: 'slack', settings, credential }]);
  expect(await actions(organization)).toEqual(['integration.created', 'integration.tested']);
});

test('422 integration_refused returns the message of the provider; the integration stays unchanged', async () => {
  world.providerFailure = new ProviderFailure({
    reason: 'refused',
    detail: 'token_revoked',
    cause: 'status',
  });
  const { status, body } = await run();
  expect([status, body['code'], body['detail']]).toEqual([
    422,
    'integration_refused',
    'Slack refuses the credential: token_revoked',
  ]);
  const got = await call('get-integration', {
    caller: organization.as('owner'),
    params: { integrationId: id },
  });
  expect(got.body['enabled']).toBe(true);
});
