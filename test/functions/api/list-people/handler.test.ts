import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { memberCalls } from '#test/support/api/member-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { remove, personOf } = memberCalls(() => organization);
const people = (caller = organization.as('member'), query: Record<string, string> = {}) =>
  call('list-people', { caller, query });

test('200: every role sees the names of the members and nothing else about them', async () => {
  for (const role of ['owner', 'admin', 'billing', 'member'] as const) {
    const { status, body, text } = await people(organization.as(role, 'session'));
    expect(status).toBe(200);
    expect(body['items']).toHaveLength(4);
    expect(body['items']).toContainEqual({ personId: personOf('owner'), displayName: 'owner' });
    expect(text).not.toContain('@');
  }
});

test('200: without those who left, and page by page', async () => {
  await remove(personOf('billing'));
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await people(undefined, { limit: '1', ...(cursor !== undefined && { cursor }) });
    names.push(...(body['items'] as { displayName: string }[]).map(({ displayName }) => displayName));
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  expect(names.toSorted()).toEqual(['admin', 'member', 'owner']);
});

test('200: a session of a Free organization; another organization sees its own people', async () => {
  const other = await newOrganization(world.store, { plan: 'Free' });
  const { status, text } = await people(other.as('member', 'session'));
  expect(status).toBe(200);
  expect(text).not.toContain(personOf('owner'));
});

test('403: a credential that is limited to repositories', async () => {
  const caller = { ...organization.as('member', 'service'), repositoryIds: [organization.organizationId] };
  expect((await people(caller)).body['code']).toBe('insufficient_scope');
});
