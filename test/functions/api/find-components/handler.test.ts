import { beforeEach, describe, expect, test } from 'vitest';
import type { IndexedComponent } from '@scangate/domain/records';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let repositoryId: string;
let units: string[];
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  const repository = await newRepository(world.store, organization.organizationId, [
    ['', 'npm'],
    ['web', 'npm'],
    ['api', 'npm'],
  ]);
  ({ repositoryId } = repository);
  units = repository.units.map(({ projectUnitId }) => projectUnitId);
});

const use = (version: string) => ({
  version,
  scope: 'required' as const,
  direct: false,
  file: 'package-lock.json',
  path: ['mkdirp', 'minimist'],
});
const index = (unit: number, versions: string[], more: Partial<IndexedComponent> = {}) =>
  write(world.store, [
    {
      change: 'insert',
      record: 'indexedComponent',
      item: {
        package: 'pkg:npm/minimist',
        organizationId: organization.organizationId,
        repositoryId,
        projectUnitId: units[unit] ?? '',
        uses: versions.map(use),
        revision: 1,
        ...more,
      },
    },
  ]);
const find = async (purl: string, query: Record<string, string> = {}, caller = organization.as('member')) => {
  const answer = await call('find-components', { caller, query: { purl, ...query } });
  return { ...answer, items: answer.body['items'] as { path: string; uses: { version: string }[] }[] };
};
const found = async (purl: string) =>
  (await find(purl)).items
    .map(({ path, uses }) => [path, ...uses.map(({ version }) => version)])
    .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));

describe('200', () => {
  beforeEach(async () => {
    await index(0, ['1.2.5']);
    await index(1, ['0.0.8', '1.2.6']);
  });

  test('names repository, unit, versions and path of each use', async () => {
    const { status, items } = await find('pkg:npm/minimist');
    expect(status).toBe(200);
    expect(items).toHaveLength(2);
    expect(items.find(({ path }) => path === '')).toMatchObject({
      package: 'pkg:npm/minimist',
      repositoryId,
      projectUnitId: units[0],
      uses: [use('1.2.5')],
    });
  });

  test.each([
    [
      'pkg:npm/minimist',
      [
        ['', '1.2.5'],
        ['web', '0.0.8', '1.2.6'],
      ],
    ],
    ['pkg:npm/minimist@1.2.5', [['', '1.2.5']]],
    ['pkg:npm/minimist@v1.2.5', [['', '1.2.5']]],
    [
      'pkg:npm/minimist@%3C1.2.6',
      [
        ['', '1.2.5'],
        ['web', '0.0.8'],
      ],
    ],
    [
      'pkg:npm/minimist@<1.2.6',
      [
        ['', '1.2.5'],
        ['web', '0.0.8'],
      ],
    ],
    [
      'pkg:npm/minimist@^1.2.0',
      [
        ['', '1.2.5'],
        ['web', '1.2.6'],
      ],
    ],
    [
      'pkg:npm/minimist@*',
      [
        ['', '1.2.5'],
        ['web', '0.0.8', '1.2.6'],
      ],
    ],
    [
      'PKG:NPM/minimist?repository_url=x#lib',
      [
        ['', '1.2.5'],
        ['web', '0.0.8', '1.2.6'],
      ],
    ],
    ['pkg:npm/minimist@9.9.9', []],
    ['pkg:npm/Minimist', []],
    ['pkg:pypi/minimist', []],
  ])('%s finds what it names', async (purl, expected) => {
    expect(await found(purl)).toEqual(expected);
  });

  test('pages cover all units, and each cursor belongs to its query', async () => {
    const first = await find('pkg:npm/minimist', { limit: '1' });
    const cursor = String(first.body['nextCursor']);
    const second = await find('pkg:npm/minimist', { limit: '1', cursor });
    expect([...first.items, ...second.items].map(({ path }) => path).toSorted()).toEqual(['', 'web']);
    const other = await find('pkg:npm/mkdirp', { cursor });
    expect([other.status, other.body['code']]).toEqual([400, 'invalid_cursor']);
  });

  test('packages that a unit no longer has, and disconnected repositories, are not listed', async () => {
    await index(2, [], { removedAt: '2026-03-01T12:00:00.000Z' });
    expect((await find('pkg:npm/minimist')).items).toHaveLength(2);
    await write(world.store, [
      {
        change: 'update',
        record: 'repository',
        id: { organizationId: organization.organizationId, repositoryId },
        set: { disconnectedAt: '2026-03-01T12:00:00.000Z' },
      },
    ]);
    expect((await find('pkg:npm/minimist')).items).toEqual([]);
  });

  test('another organization finds nothing of it', async () => {
    const other = await newOrganization(world.store);
    expect((await find('pkg:npm/minimist', {}, other.as('owner'))).items).toEqual([]);
  });
});

describe('400 invalid_query', () => {
  test.each([
    ['1,000 characters', `pkg:npm/${'a'.repeat(992)}`],
    ['wildcards only', '*'],
    ['wildcards instead of every part', 'pkg:*/*@*'],
    ['a wildcard instead of the name', 'pkg:npm/*'],
    ['a wildcard in the name', 'pkg:npm/mini*'],
    ['an encoded wildcard', 'pkg:npm/%2A'],
    ['a wildcard in the namespace', 'pkg:npm/%40*/x'],
    ['an empty text', ''],
    ['a name without type', 'minimist'],
    ['a type alone', 'pkg:npm/'],
    ['a broken escape', 'pkg:npm/%zz'],
    ['a range without a valid grammar', 'pkg:npm/minimist@>>1'],
    ['a range of an ecosystem without advisories', 'pkg:deb/debian/curl@<8'],
    ['a range of 600 characters', `pkg:npm/minimist@${'>=1 '.repeat(150)}`],
  ])('%s', async (_, purl) => {
    const { status, body } = await find(purl);
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
    expect(String(body['detail'])).toContain('purl');
  });

  test('a hostile range is evaluated quickly', async () => {
    const started = performance.now();
    await find(`pkg:pypi/a@${'~=1,'.repeat(120)}`);
    await find(`pkg:golang/a/b@${'<1||'.repeat(110)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

test('a name that is crafted to reach another partition of the table finds nothing there', async () => {
  for (const purl of ['pkg:npm/a%23b', 'pkg:npm/%00', 'pkg:npm/ORG%23x', 'pkg:npm/__proto__'])
    expect((await find(purl)).items).toEqual([]);
});
