import { beforeEach, describe, expect, test } from 'vitest';
import { listAll } from '#ports/store.ts';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { azure } from '#test/corpora/ci-tokens/azure.ts';
import { bitbucket } from '#test/corpora/ci-tokens/bitbucket.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, noon, testIds } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const base = { name: 'main', provider: 'github', match: { repository_id: '74' }, repositories: 'all' };
const create = (body: object = {}, more: CallOptions = {}) =>
  call('create-trust-rule', { caller: organization.as('admin'), body: { ...base, ...body }, ...more });
const said = async (body: object) => {
  const { status, body: answered } = await create(body);
  return [status, answered['code'], answered.errors?.[0]?.pointer];
};

describe.each(ciTokenSamples)(
  '$provider',
  ({ provider, issuer, match, forkBuilds, audience, repositoryUrl }) => {
    const request = { provider, issuer, match, ...(forkBuilds && { forkBuilds }) };

    test('201: a rule that acts for its creator', async () => {
      const { status, body, headers } = await create(request);
      const { organizationId, personId } = organization.as('admin');
      expect([status, headers['Location']]).toEqual([201, `/v1/oidc/trust/${String(body['trustId'])}`]);
      expect(body).toEqual({
        trustId: body['trustId'],
        name: 'main',
        ...request,
        audience: audience ?? `scangate:${organizationId}`,
        repositories: 'all',
        scopes: ['repositories:read', 'scans:read', 'scans:write'],
        personId,
        heldSince: noon.toISOString(),
        createdBy: personId,
        createdAt: noon.toISOString(),
      });
    });

    test('repositories "matching" is for providers whose JWTs name a repository', async () => {
      const expected =
        repositoryUrl === undefined
          ? [422, 'validation_failed', '/repositories']
          : [201, undefined, undefined];
      expect(await said({ ...request, repositories: 'matching' })).toEqual(expected);
    });

    test('forkBuilds is required if no claim identifies forks, and refused otherwise', async () => {
      const { forkBuilds: _said, ...without } = { forkBuilds, ...request };
      const other = forkBuilds ? without : { ...request, forkBuilds: 'accepted' };
      expect(await said(other)).toEqual([422, 'validation_failed', '/forkBuilds']);
    });

    test.each([
      ['no claim', {}],
      [
        'a pin that is a glob',
        Object.fromEntries(Object.keys(match).map((claim) => [claim, { glob: '**' }])),
      ],
      ['a pin of another format', { ...match, [Object.keys(match)[0] ?? '']: '*' }],
      [
        'only names',
        { repository: 'octo-org/octo-repo', project_path: 'a/b', sub: 'repo:octo-org/octo-repo:ref:x' },
      ],
    ])('422 trust_too_wide: %s', async (_title, wide) => {
      expect(await said({ ...request, match: wide })).toEqual([422, 'trust_too_wide', '/match']);
    });
  },
);

test('Buildkite can be pinned by both slugs, too, but not by one', async () => {
  const of = (match: object) => ({ provider: 'buildkite', forkBuilds: 'accepted', match });
  expect((await said(of({ organization_slug: 'acme-inc', pipeline_slug: 'app' })))[0]).toBe(201);
  expect((await said(of({ organization_slug: 'acme-inc' })))[1]).toBe('trust_too_wide');
  expect((await said(of({ organization_slug: 'acme-inc', pipeline_slug: { glob: '*' } })))[1]).toBe(
    'trust_too_wide',
  );
});

describe('422', () => {
  test.each(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'])('the claim %s is validated', async (claim) => {
    expect(await said({ match: { repository_id: '74', [claim]: 'x' } })).toEqual([
      422,
      'validation_failed',
      `/match/${claim}`,
    ]);
  });

  test.each([
    ['an issuer of another provider', { ...bitbucket, issuer: 'https://gitlab.com' }],
    [
      'an issuer that only ends like a known one',
      { ...bitbucket, issuer: `https://x.example/?${bitbucket.issuer}` },
    ],
    ['no issuer although each customer has one', { ...azure, issuer: undefined }],
    ['http', { issuer: 'http://ci.example.com' }],
    ['an issuer with a query', { issuer: 'https://ci.example.com/?a=b' }],
    ['an issuer with a user', { issuer: 'https://me@ci.example.com' }],
    ['an issuer in capitals', { issuer: 'https://CI.example.com' }],
    ['this machine', { issuer: 'http://127.0.0.1:9/ci' }],
    ['this machine over https', { issuer: 'https://localhost:9/ci' }],
  ])('%s', async (_title, more) => {
    const { provider = 'github', match = base.match, issuer } = more as Partial<typeof azure>;
    const fork = provider === 'azure' ? { forkBuilds: 'off' } : {};
    expect(await said({ provider, match, issuer, ...fork })).toEqual([422, 'validation_failed', '/issuer']);
  });

  test('an audience that a provider does not have', async () => {
    const { provider, issuer, match, forkBuilds } = azure;
    const request = { provider, issuer, match, forkBuilds };
    expect(await said({ ...request, audience: 'other' })).toEqual([422, 'validation_failed', '/audience']);
    expect((await said({ ...request, audience: 'api://AzureADTokenExchange' }))[0]).toBe(201);
  });

  test.each([
    [
      'more than 10 claims',
      { match: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`c${i}`, 'x'])) },
    ],
    ['a glob of 201 characters', { match: { repository_id: '74', ref: { glob: 'x'.repeat(201) } } }],
    ['a claim without a name', { match: { repository_id: '74', '': 'x' } }],
    ['51 repositories', { repositories: Array.from({ length: 51 }, () => testIds.uuid()) }],
    ['no repository', { repositories: [] }],
    ['a scope that no pipeline has', { scopes: ['organization:read'] }],
    ['a control character', { match: { repository_id: '74', ref: 'a\nb' } }],
  ])('%s', async (_title, more) => {
    expect((await said(more))[0]).toBe(422);
  });

  test('a rule that acts for another person', async () => {
    expect(await said({ personId: organization.as('owner').personId })).toEqual([
      422,
      'validation_failed',
      '/personId',
    ]);
    expect((await said({ personId: organization.as('admin').personId }))[0]).toBe(201);
  });
});

test('self-hosted issuers, and this machine if the operator permits it, are accepted', async () => {
  world.allowedIssuers = 'https,loopback';
  for (const issuer of ['https://git.example.com:8443/_services/token', 'http://127.0.0.1:9/ci/github'])
    expect((await create({ issuer })).body['issuer']).toBe(issuer);
});

test('403: a token that was issued by a token creates no rule, and takes none over', async () => {
  const { body } = await create();
  const caller = { ...organization.as('admin'), madeByToken: true as const };
  const made = await create({}, { caller });
  const params = { trustId: String(body['trustId']) };
  const taken = await call('change-trust-rule', { caller, params, body: { name: 'mine' } });
  expect([made, taken].map(({ status, body: answered }) => [status, answered['code']])).toEqual([
    [403, 'person_required'],
    [403, 'person_required'],
  ]);
});

test('403: scopes that the creator lacks', async () => {
  const caller = { ...organization.as('admin'), scopes: ['organization:write', 'scans:read'] as const };
  const { status, body } = await create({}, { caller });
  expect([status, body['missing']]).toEqual([403, ['repositories:read', 'scans:write']]);
  expect((await create({ scopes: ['scans:read'] }, { caller })).body['scopes']).toEqual(['scans:read']);
});

test('404: a repository that is missing, foreign or disconnected', async () => {
  const other = await newRepository(world.store, (await newOrganization(world.store)).organizationId);
  const own = await newRepository(world.store, organization.organizationId);
  for (const repositories of [[testIds.uuid()], [own.repositoryId, other.repositoryId]])
    expect((await said({ repositories }))[1]).toBe('repository_not_found');
  expect((await create({ repositories: [own.repositoryId, own.repositoryId] })).body['repositories']).toEqual(
    [own.repositoryId],
  );
});

test('409: the 51st rule, even with concurrent requests, and a removed one makes room', async () => {
  const answers = await Promise.all(Array.from({ length: 55 }, () => create()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.find(({ status }) => status !== 201)?.body['code']).toBe('conflict');
  const trustId = String(answers.find(({ status }) => status === 201)?.body['trustId']);
  await call('remove-trust-rule', { caller: organization.as('admin'), params: { trustId } });
  expect([(await create()).status, (await create()).status]).toEqual([201, 409]);
});

test('an event has the rule, and a repeated request creates neither a second rule nor a second event', async () => {
  const headers = { 'Idempotency-Key': 'k' };
  const [first, second] = [await create({}, { headers }), await create({}, { headers })];
  expect(second.body).toEqual(first.body);
  const { organizationId } = organization;
  const events = await Array.fromAsync(
    listAll(world.store, { list: 'auditEvents', owner: { organizationId } }),
  );
  expect(events).toMatchObject([
    {
      action: 'oidc.rule_created',
      target: first.body['trustId'],
      after: { match: github.match['x'] ?? base.match },
    },
  ]);
});
