import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { activeIds, changeGate, decide, inDays } from '#test/support/waivers/waiver-calls.ts';
import { newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';
import type { Caller } from '@scangate/domain/identity/caller';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

interface Imported {
  waivers: {
    waiverId: string;
    kind: string;
    status: string;
    match: object;
    scope: object;
    reason: string;
    expiresAt: string;
  }[];
  unchanged: number;
  skipped: { reason: string; count: number }[];
}
const openVex = (...statements: object[]) => ({ '@context': 'https://openvex.dev/ns/v0.2.0', statements });
const statement = (product: unknown, more: object = {}) => ({
  vulnerability: { name: 'CVE-2021-44228' },
  products: [product],
  status: 'not_affected',
  justification: 'component_not_present',
  ...more,
});
const send = async (body: object, caller: Caller = organization.as('admin')) => {
  const answer = await call('import-vex', { caller, body });
  return { ...answer, body: answer.body as unknown as Imported & { code?: string } };
};
const active = () => activeIds(organization.organizationId);
const many = Array.from({ length: 100_000 }, () => ({}));
const lodash = 'pkg:npm/lodash@4.17.20';

describe('200', () => {
  test('not_affected with a justification becomes a waiver of the vulnerability in the package', async () => {
    const { status, body } = await send(openVex(statement({ '@id': lodash })));
    expect([status, body]).toMatchObject([
      200,
      {
        waivers: [
          {
            kind: 'vex',
            status: 'active',
            match: { advisory: 'CVE-2021-44228', package: lodash },
            scope: {},
            reason: 'VEX: component_not_present',
            expiresAt: inDays(90),
          },
        ],
        unchanged: 0,
        skipped: [],
      },
    ]);
    expect(await active()).toEqual([body.waivers[0]?.waiverId]);
  });

  test('affected and under_investigation change nothing, and override not_affected', async () => {
    const { body } = await send(
      openVex(
        statement(lodash, { status: 'affected' }),
        statement(lodash, { status: 'under_investigation' }),
        statement(lodash),
      ),
    );
    expect([body.waivers, body.skipped.map(({ reason }) => reason)]).toEqual([[], ['status', 'status']]);
  });

  test.each([
    ['in another case', statement(lodash, { vulnerability: 'cve-2021-44228', status: 'affected' })],
    ['in every version', statement('pkg:npm/lodash', { status: 'affected' })],
  ])('affected overrides not_affected: the vulnerability %s', async (_name, affected) => {
    expect((await send(openVex(statement(lodash), affected))).body.waivers).toEqual([]);
    expect((await send(openVex(affected, statement(lodash)))).body.waivers).toEqual([]);
  });

  test('a statement about another version does not affect this one', async () => {
    const affected = statement('pkg:npm/lodash@4.17.15', { status: 'affected' });
    expect((await send(openVex(affected, statement(lodash)))).body.waivers).toHaveLength(1);
  });

  test('a waiver that a member requested is put in force when an admin sends the same document', async () => {
    const document = openVex(statement(lodash));
    await send(document, organization.as('member'));
    const again = await send(document, organization.as('member'));
    expect([again.body.waivers, again.body.unchanged]).toEqual([[], 1]);
    const { body } = await send(document);
    expect([body.waivers, body.unchanged]).toMatchObject([[{ status: 'active' }], 0]);
    expect(await active()).toEqual([body.waivers[0]?.waiverId]);
    expect((await send(document)).body).toMatchObject({ waivers: [], unchanged: 1 });
  });

  test.each([
    [
      'not_affected without a justification',
      statement(lodash, { justification: undefined }),
      'no_justification',
    ],
    ['a product that is not a package', statement('our shop'), 'no_package'],
    ['a fix without a version', statement('pkg:npm/lodash', { status: 'fixed' }), 'no_package'],
    [
      'a package within another product',
      statement({ '@id': 'pkg:oci/other', subcomponents: [lodash] }),
      'other_product',
    ],
    ['another repository', statement('pkg:github/somebody/else'), 'other_product'],
    ['a name with a wildcard', statement('pkg:npm/lod*'), 'no_package'],
    ['a name with an encoded wildcard', statement('pkg:npm/lod%2A'), 'no_package'],
    ['a statement about no product', statement(lodash, { products: undefined }), 'no_package'],
  ])('%s creates nothing, and the answer says so', async (_name, one, reason) => {
    const { body } = await send(openVex(one));
    expect([body.waivers, body.skipped]).toMatchObject([[], [{ reason, count: 1 }]]);
    expect(await active()).toEqual([]);
  });

  test('a package within a repository of the organization is waived only there', async () => {
    const { organizationId } = organization;
    const { repositoryId, fullName } = await newRepository(world.store, organizationId);
    const product = { '@id': `pkg:github/${fullName}@v1`, subcomponents: [{ '@id': lodash }] };
    const { body } = await send(openVex(statement(product)));
    expect(body.waivers).toMatchObject([{ match: { package: lodash }, scope: { repositoryId } }]);
    expect(await active()).toEqual([]);
    expect(await activeIds(organizationId, undefined, repositoryId)).toHaveLength(1);
  });

  test('a statement about a repository covers all its packages, one about a version of it creates nothing', async () => {
    const { repositoryId, fullName } = await newRepository(world.store, organization.organizationId);
    const { body } = await send(
      openVex(statement(`pkg:github/${fullName}`), statement(`pkg:github/${fullName}@v1`)),
    );
    expect(body.waivers).toMatchObject([{ match: { advisory: 'CVE-2021-44228' }, scope: { repositoryId } }]);
    expect(body.skipped).toMatchObject([{ reason: 'other_product' }]);
  });

  test('the same document twice changes nothing', async () => {
    const document = openVex(statement(lodash), statement('pkg:npm/ms@2.0.0'));
    const first = await send(document);
    const second = await send(document);
    expect([first.body.waivers.length, second.body.waivers, second.body.unchanged]).toEqual([2, [], 2]);
    expect(world.store.all('waiver')).toHaveLength(2);
  });

  test('with two-person approval and by a member they are requested, and another person approves them', async () => {
    const byMember = await send(openVex(statement(lodash)), organization.as('member'));
    expect([byMember.body.waivers[0]?.status, await active()]).toEqual(['requested', []]);
    await changeGate(organization.as('owner'), { waiverApproval: 'four_eyes', maxWaiverDays: 10 });
    const { body } = await send(openVex(statement('pkg:npm/ms@2.0.0')));
    expect(body.waivers).toMatchObject([{ status: 'requested', expiresAt: inDays(10) }]);
    const own = await decide('approve-waiver', organization.as('admin'), body.waivers[0]?.waiverId);
    expect(own.status).toBe(403);
  });

  test('a document of 300 statements is stored in several transactions, with an event for each', async () => {
    const products = Array.from({ length: 300 }, (_, index) => `pkg:npm/package-${index}@1.0.0`);
    const { body } = await send(openVex(...products.map((product) => statement(product))));
    expect(body.waivers).toHaveLength(300);
    expect(await active()).toHaveLength(300);
    const events = world.store.all('auditEvent').filter(({ action }) => action === 'vex.imported');
    expect(events.flatMap(({ after }) => after?.['waiverIds'])).toHaveLength(300);
    expect(world.store.all('license')).toHaveLength(1);
  });

  test('skipped statements beyond a hundred are counted', async () => {
    const { body } = await send(openVex(...Array.from({ length: 150 }, () => statement('our shop'))));
    expect(body.skipped).toHaveLength(101);
    expect(body.skipped.at(-1)).toEqual({ reason: 'no_package', count: 50 });
  });
});

test('an import that was interrupted is completed by sending it again', async () => {
  const products = Array.from({ length: 100 }, (_, index) => `pkg:npm/package-${index}@1.0.0`);
  const document = openVex(...products.map((product) => statement(product)));
  for (const survived of [0, 1, 2]) {
    resetWorld();
    organization = await newOrganization(world.store);
    const commit = world.store.commit.bind(world.store);
    let commits = 0;
    world.store.commit = async (changes) => {
      if (commits++ === survived) throw new Error('the process died');
      return commit(changes);
    };
    expect((await send(document)).status).toBe(500);
    expect(await active()).toHaveLength(45 * survived);
    world.store.commit = commit;
    const { status, body } = await send(document);
    expect([status, body.waivers.length + body.unchanged]).toEqual([200, 100]);
    const matches = world.store.all('waiver').map(({ match }) => JSON.stringify(match));
    expect([matches.length, new Set(matches).size, (await active()).length]).toEqual([100, 100, 100]);
  }
});

test('403 person_required: a pipeline sends no VEX', async () => {
  const { status, body } = await send(openVex(statement(lodash)), organization.as('owner', 'service'));
  expect([status, body.code]).toEqual([403, 'person_required']);
});

test('413 body_too_large: a document above 1 MB', async () => {
  const { status, body } = await send(
    openVex(statement(lodash, { impact_statement: 'x'.repeat(1_048_576) })),
  );
  expect([status, body.code]).toEqual([413, 'body_too_large']);
});

describe('422', () => {
  test('vex_invalid: 100,000 statements', async () => {
    const { status, body } = await send(openVex(...many));
    expect([status, body.code]).toEqual([422, 'vex_invalid']);
  });

  test('vex_invalid: a malformed document changes nothing, even if it begins correctly', async () => {
    const { status, body } = await send(openVex(statement(lodash), { vulnerability: 'CVE-1' }));
    expect([status, body.code, world.store.all('waiver')]).toEqual([422, 'vex_invalid', []]);
  });

  test('too_many_waivers: more statements than there is room for, and nothing is stored', async () => {
    const products = Array.from({ length: 1001 }, (_, index) => `pkg:npm/package-${index}@1.0.0`);
    const { status, body } = await send(openVex(...products.map((product) => statement(product))));
    expect([status, body.code, world.store.all('waiver')]).toEqual([422, 'too_many_waivers', []]);
  });
});
