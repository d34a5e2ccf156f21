import { beforeEach, expect, test } from 'vitest';
import { endQuote } from '@scangate/domain/history-scans/quote-history';
import type { Repository } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, noon, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let repository: Repository;
let historyScanId: string;

const ask = (
  name: 'quote-history-scan' | 'start-history-scan' | 'cancel-history-scan',
  more: object = {},
) => {
  const caller = organization.as('member');
  const { repositoryId } = repository;
  const params: Record<string, string> =
    name === 'cancel-history-scan' ? { repositoryId, historyScanId } : { repositoryId };
  return call(name, { caller, params, ...more });
};

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store, { credits: { core: 3, sast: 0 } });
  repository = await newRepository(world.store, organization.organizationId);
  historyScanId = String((await ask('quote-history-scan')).body['historyScanId']);
});

test('200: a quote has ended, and canceling it again answers the same', async () => {
  const { status, body } = await ask('cancel-history-scan');
  expect([status, body]).toMatchObject([200, { historyScanId, status: 'cancelled', gaps: [], unread: [] }]);
  expect((await ask('cancel-history-scan')).body).toEqual(body);
  expect((await ask('quote-history-scan')).status).toBe(202);
});

test('200: a running scan is about to end, in a separate execution', async () => {
  const [scan] = world.store.all('historyScan');
  await write(world.store, [endQuote(scan!, { commits: 2, files: 10_001, gaps: [] }, noon)]);
  await ask('start-history-scan', { body: { historyScanId } });
  const { status, body } = await ask('cancel-history-scan');
  expect([status, body]).toMatchObject([200, { status: 'running', cancelledAt: noon.toISOString() }]);
  expect(world.started.at(-1)).toBe(`cancel ${historyScanId}`);
});

test('404 for a history scan of another organization', async () => {
  organization = await newOrganization(world.store);
  const { status, body } = await ask('cancel-history-scan');
  expect([status, body['code']]).toEqual([404, 'history_scan_not_found']);
});
