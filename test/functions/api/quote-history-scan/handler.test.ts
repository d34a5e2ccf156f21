import { beforeEach, describe, expect, test } from 'vitest';
import type { Repository } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let repository: Repository;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  repository = await newRepository(world.store, organization.organizationId);
});

const quote = (headers: Record<string, string> = {}, params = { repositoryId: repository.repositoryId }) =>
  call('quote-history-scan', { caller: organization.as('member'), params, headers });

test('202: the history is being counted, which get and list show', async () => {
  const { status, body } = await quote();
  const { repositoryId } = repository;
  const historyScanId = String(body['historyScanId']);
  expect([status, body]).toMatchObject([202, { repositoryId, status: 'quoting', unread: [] }]);
  expect(world.started).toEqual([`quote ${historyScanId}`]);
  const caller = organization.as('member');
  const got = await call('get-history-scan', { caller, params: { repositoryId, historyScanId } });
  const listed = await call('list-history-scans', { caller, params: { repositoryId } });
  expect([got.status, got.body, listed.status, listed.body['items']]).toEqual([200, body, 200, [body]]);
  expect(world.store.all('auditEvent').map(({ action }) => action)).toContain('history_scan.quoted');
});

test('202: the same answer to a repeated Idempotency-Key', async () => {
  const first = await quote({ 'Idempotency-Key': 'once' });
  const again = await quote({ 'Idempotency-Key': 'once' });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect(world.store.all('historyScan')).toHaveLength(1);
});

test('202: even when the count does not start now, which a repeated Idempotency-Key reports, too', async () => {
  world.startFails = true;
  const first = await quote({ 'Idempotency-Key': 'once' });
  expect([first.status, first.body['status']]).toEqual([202, 'quoting']);
  const { repositoryId } = repository;
  const params = { repositoryId, historyScanId: String(first.body['historyScanId']) };
  const again = await quote({ 'Idempotency-Key': 'once' });
  expect(again.body).toEqual(first.body);
  const got = await call('get-history-scan', { caller: organization.as('member'), params });
  expect(got.body).toEqual(again.body);
});

describe('refusals', () => {
  test('409 while another one is running', async () => {
    await quote();
    const { status, body } = await quote();
    expect([status, body['code']]).toEqual([409, 'conflict']);
  });

  test('404 for a repository, or a history scan, that does not exist', async () => {
    const unknown = { repositoryId: '00000000-0000-7000-8000-00000000dead' };
    expect((await quote({}, unknown)).body['code']).toBe('repository_not_found');
    const caller = organization.as('member');
    expect((await call('list-history-scans', { caller, params: unknown })).body['code']).toBe(
      'repository_not_found',
    );
    const params = { ...unknown, historyScanId: unknown.repositoryId };
    const { status, body } = await call('get-history-scan', { caller, params });
    expect([status, body['code']]).toEqual([404, 'history_scan_not_found']);
  });

  test('404 for a credential that is limited to another repository', async () => {
    const historyScanId = String((await quote()).body['historyScanId']);
    const { repositoryId } = repository;
    const caller = { ...organization.as('member'), repositoryIds: ['00000000-0000-7000-8000-00000000beef'] };
    const answers = [
      await call('quote-history-scan', { caller, params: { repositoryId } }),
      await call('start-history-scan', { caller, params: { repositoryId }, body: { historyScanId } }),
      await call('get-history-scan', { caller, params: { repositoryId, historyScanId } }),
      await call('list-history-scans', { caller, params: { repositoryId } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
