import { beforeEach, describe, expect, test } from 'vitest';
import { badgeWords } from '@scangate/domain/repositories/badge-svg';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { newOrganization, write } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const make = async (caller = fixture.organization.as('admin')) =>
  call('create-badge', { caller, params: { repositoryId: fixture.repository.repositoryId } });
const remove = async (caller = fixture.organization.as('admin')) =>
  call('remove-badge', { caller, params: { repositoryId: fixture.repository.repositoryId } });
const fileOf = (url: unknown) => String(url).split('/badges/')[1] ?? '';
const get = (file: string) => call('get-badge', { params: { file } });
const scanMain = async (...failure: Parameters<typeof end> extends [unknown, ...infer F] ? F : never) => {
  const { scanId } = (await create(plain({ branch: 'main' }))).body;
  await end(scanId, ...failure);
  return String(scanId);
};
let file: string;
beforeEach(async () => {
  file = fileOf((await make()).body['url']);
});

describe('POST /v1/repositories/{id}/badge', () => {
  test('201: a URL that cannot be guessed and names nobody; 200: the same one again', async () => {
    await remove();
    const first = await make();
    const { organizationId, repositoryId, fullName } = fixture.repository;
    const url = String(first.body['url']);
    expect([first.status, url]).toEqual([201, expect.stringMatching(/\/badges\/[0-9a-f]{32}\.svg$/)]);
    for (const name of [organizationId, repositoryId, fullName]) expect(url).not.toContain(name);
    expect(url).not.toContain(file);
    const again = await make(fixture.organization.as('owner', 'session'));
    expect([again.status, again.body['url']]).toEqual([200, url]);
    const { body } = await call('get-repository', {
      caller: fixture.organization.as('member'),
      params: { repositoryId },
    });
    expect(url).toContain(String(body['badgeId']));
  });

  test('two concurrent requests create one badge', async () => {
    await remove();
    const made = await Promise.all([make(), make(), make()]);
    expect(new Set(made.map(({ body }) => body['url'])).size).toBe(1);
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('403: a member, and a pipeline; 404: another organization', async () => {
    expect((await make(fixture.organization.as('member'))).body['code']).toBe('role_required');
    expect((await make(fixture.organization.as('admin', 'pipeline'))).body['code']).toBe('person_required');
    const other = (await newOrganization(world.store)).as('owner');
    expect((await make(other)).body['code']).toBe('repository_not_found');
    expect((await remove(other)).body['code']).toBe('repository_not_found');
  });

  test('creating and removing it are in the audit log', async () => {
    await remove();
    const events = world.store.all('auditEvent').filter(({ action }) => action === 'repository.changed');
    expect(events.map(({ after }) => after)).toEqual([{ hasBadge: true }, { hasBadge: false }]);
  });
});

describe('GET /badges/{badgeId}.svg', () => {
  const word = async () => /<title>Scangate: (.*)<\/title>/.exec((await get(file)).text)?.[1];

  test('200: an image for anybody, which may be cached and embedded elsewhere', async () => {
    const { status, headers, text } = await get(file);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'max-age=300',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(text).not.toMatch(/script|href|acme|style/i);
  });

  test('200: the verdict of the default branch, and unknown before the first one', async () => {
    expect(await word()).toBe('unknown');
    await scanMain();
    expect(await word()).toBe('PASS');
    const { scanId } = (await create(plain({ branch: 'develop', commitHash: 'd'.repeat(40) }))).body;
    await end(scanId, { errorCode: 'system_error', error: 'It broke.' });
    expect(await word()).toBe('PASS');
  });

  test('200: ERROR for a scan of the default branch that failed', async () => {
    await scanMain({ errorCode: 'repo_access', error: 'No access.' });
    expect(await word()).toBe('ERROR');
  });

  test('200: a pass with less than the organization requires is not green', async () => {
    const scanId = await scanMain();
    const { organizationId } = fixture.organization;
    const scan = await world.store.get('scan', { organizationId, scanId });
    if (!scan?.verdict) throw new Error('the scan has no verdict');
    const verdict = { ...scan.verdict, missingScanTypes: ['sast' as const] };
    await write(world.store, [
      { change: 'update', record: 'scan', id: { organizationId, scanId }, set: { verdict } },
    ]);
    const { text } = await get(file);
    expect(text).toContain('PASS, partial');
    expect(text).not.toContain(badgeWords.PASS.color);
  });

  test('200: unknown once another branch is the default one', async () => {
    await scanMain();
    const { organizationId, repositoryId } = fixture.repository;
    const id = { organizationId, repositoryId };
    await write(world.store, [
      { change: 'update', record: 'repository', id, set: { defaultBranch: 'trunk' } },
    ]);
    expect(await word()).toBe('unknown');
  });

  test('404: removed, disconnected, altered and unknown get one answer', async () => {
    await remove();
    const removed = await get(file);
    expect([removed.status, removed.body['code']]).toEqual([404, 'not_found']);
    const next = fileOf((await make()).body['url']);
    expect((await get(next)).status).toBe(200);
    const { repositoryId } = fixture.repository;
    await call('disconnect-repository', {
      caller: fixture.organization.as('admin'),
      params: { repositoryId },
    });
    const said = ({ body: { requestId: _id, instance: _path, ...body } }: typeof removed) => body;
    for (const unknown of [next, `${'0'.repeat(32)}.svg`, 'x.svg', `${'0'.repeat(32)}.png`]) {
      const answer = await get(unknown);
      expect([unknown, answer.status, said(answer)]).toEqual([unknown, 404, said(removed)]);
    }
    expect(world.store.all('badge')[0]).toMatchObject({ organizationId: '', repositoryId: '' });
  });
});
