import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { created } from '#test/support/integrations/integration-calls.ts';
import { newOrganization } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200: all of the organization, paused if the plan does not include them', async () => {
  const organization = await newOrganization(world.store);
  await created(organization.as('owner'), { name: 'One' });
  await created(organization.as('owner'), { name: 'Two' });
  const list = async (plan: 'Team' | 'Starter') => {
    const caller = { ...organization.as('admin'), plan, tokenKind: 'session' as const };
    const { body } = await call('list-integrations', { caller });
    return (body['items'] as { name: string; paused: boolean }[]).map(({ name, paused }) => [name, paused]);
  };
  expect((await list('Team')).toSorted()).toEqual([
    ['One', false],
    ['Two', false],
  ]);
  expect((await list('Starter')).map(([, paused]) => paused)).toEqual([true, true]);
});
