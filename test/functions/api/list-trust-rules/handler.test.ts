import { beforeEach, expect, test } from 'vitest';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { ruleFor } from '#test/support/identity/trust-world.ts';
import { later, newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200: only the rules of the organization, oldest first', async () => {
  const [own, other] = [await newOrganization(world.store), await newOrganization(world.store)];
  for (const [index, sample] of ciTokenSamples.entries())
    await ruleFor(world.store, own, sample, { createdAt: later(-index).toISOString() });
  const [github] = ciTokenSamples;
  if (github) await ruleFor(world.store, other, github);
  const { status, body } = await call('list-trust-rules', { caller: own.as('owner') });
  const providers = (body['items'] as { provider: string }[]).map(({ provider }) => provider);
  expect([status, providers]).toEqual([200, ciTokenSamples.map(({ provider }) => provider).toReversed()]);
});
