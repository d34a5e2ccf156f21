import { beforeEach, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { create, inDays } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const problemOf = async (more: object) => {
  const { status, body } = await create(organization.as('owner'), more);
  return [status, body['code'], body.errors?.[0]?.pointer, body.errors?.[0]?.detail];
};

test.each([
  {},
  { advisory: 'CVE-2021-1', rule: 'private-key' },
  { advisory: 'CVE-2021-1', package: 'pkg:npm/lodash' },
  { path: 'src/' },
  null,
  [],
])('422: %j gets an explanation of what a match is', async (match) => {
  const [status, code, pointer, detail] = await problemOf({ match });
  expect([status, code, pointer]).toEqual([422, 'validation_failed', '/match']);
  expect(detail).toMatch(/exactly one of advisory, package, rule .* and fingerprint/);
});

test('422: an unknown rule is reported, because its waiver would never cover anything', async () => {
  expect(await problemOf({ match: { rule: 'private-kye' } })).toEqual([
    422,
    'validation_failed',
    '/match/rule',
    'There is no rule private-kye. Findings show their rule.',
  ]);
  expect(world.store.all('waiver')).toEqual([]);
});

test.each(['go-sql-injection', 'missing-integrity', 'aws-access-key-id'])(
  '201: %s is a rule of an engine',
  async (rule) => {
    expect((await create(organization.as('owner'), { match: { rule } })).status).toBe(201);
  },
);

test('422: a project unit without its repository is refused at the repository', async () => {
  expect((await problemOf({ scope: { projectUnitId: testIds.uuid() } })).slice(0, 3)).toEqual([
    422,
    'validation_failed',
    '/scope/repositoryId',
  ]);
});

test.each(['\u200b', ' \u00a0 ', '\u202e.eritne fo dne', 'two\u2028lines', 'two\u0085lines', 'a\u2066b'])(
  '422: the reason %j contains misleading characters',
  async (reason) => {
    expect((await problemOf({ reason })).slice(0, 3)).toEqual([422, 'validation_failed', '/reason']);
  },
);

test.each(['Kein Fix verfügbar.', '無影響', 'می‌شود', 'ok 👩‍💻'])(
  '201: the reason %j is plain text',
  async (reason) => {
    const { status, body } = await create(organization.as('owner'), { reason });
    expect([status, body['reason']]).toEqual([201, reason]);
  },
);

test.each([undefined, null, '', '2026-05-01', '2026-05-01T00:00:00', 1_790_000_000])(
  '422: expiresAt %j gets an explanation of the format',
  async (expiresAt) => {
    const [status, code, pointer, detail] = await problemOf({ expiresAt });
    expect([status, code, pointer]).toEqual([422, 'validation_failed', '/expiresAt']);
    expect(detail).toMatch(/^A waiver has an end, .* such as \d{4}-/);
  },
);

test('201: the expiry may have a time zone offset', async () => {
  const { body } = await create(organization.as('owner'), {
    expiresAt: inDays(3).replace('Z', '+00:00'),
  });
  expect(body['expiresAt']).toBe(inDays(3));
});

test.each(['./src', '../src', 'src/../lib', 'src//lib', '!src/'])(
  '422: no file has the path %s',
  async (path) => {
    expect((await problemOf({ match: { rule: 'private-key', path } })).slice(0, 3)).toEqual([
      422,
      'validation_failed',
      '/match/path',
    ]);
  },
);

test.each(['/src/[id].js', 'src/**/keys/', '#keys', 'a b/c', '*.pem'])('201: the path %s', async (path) => {
  const { status, body } = await create(organization.as('owner'), { match: { rule: 'private-key', path } });
  expect([status, body['match']]).toEqual([201, { rule: 'private-key', path }]);
});
