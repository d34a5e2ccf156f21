import { expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { acmeToken } from '#test/support/rules/custom-rules.ts';
import { newOrganization } from '#test/support/world.ts';

test('200: every role sees the rules, with the ETag that a change needs', async () => {
  resetWorld();
  const organization = await newOrganization(world.store);
  const headers = { 'If-Match': '*' };
  await call('change-rules', { caller: organization.as('owner'), headers, body: { rules: [acmeToken] } });
  for (const role of ['owner', 'admin', 'billing', 'member'] as const) {
    const answer = await call('get-rules', { caller: organization.as(role) });
    expect([answer.status, answer.body['rules']]).toEqual([200, [acmeToken]]);
    expect(answer.headers['ETag']).toMatch(/^"\d+"$/);
  }
});
