import { beforeEach, describe, expect, test, vi } from 'vitest';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { gitlab } from '#test/corpora/ci-tokens/gitlab.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { repositoryAt, ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { later, newOrganization, newRepository, noon, testIds, write } from '#test/support/world.ts';
import { listAll } from '#ports/store.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  world.verifier = trustingVerifier;
  organization = await newOrganization(world.store);
});

const exchange = (claims: object, organizationId = organization.organizationId) =>
  call('exchange-token', { body: { organizationId, token: unsignedToken(claims) } });
const claimsFor = (sample: Parameters<typeof claimsOf>[0], more: object = {}) => ({
  ...claimsOf(sample, organization.organizationId),
  jti: testIds.uuid(),
  ...more,
});
const said = ({ status, body }: Awaited<ReturnType<typeof exchange>>) => [
  status,
  body['code'],
  body['reason'],
];
const events = async () => {
  const { organizationId } = organization;
  const found = await Array.fromAsync(
    listAll(world.store, { list: 'auditEvents', owner: { organizationId } }),
  );
  return found.map(({ action, target, after }) => ({ action, target, after }));
};

describe.each(ciTokenSamples)('$provider', (sample) => {
  const { provider, run, repositoryUrl, uses } = sample;

  test('201: a token of 15 minutes that acts for the person of the rule', async () => {
    const rule = await ruleFor(world.store, organization, sample);
    const { status, body } = await exchange(claimsFor(sample));
    expect([status, body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^sgw_[0-9A-Za-z]{36}$/),
        expiresAt: later(900).toISOString(),
        scopes: ['repositories:read', 'scans:read', 'scans:write'],
        trustId: rule.trustId,
      },
    ]);
    const stored = await world.store.get('token', { tokenHash: tokenHash(String(body['token'])) });
    expect(stored).toMatchObject({
      kind: 'pipeline',
      personId: organization.as('owner').personId,
      trustId: rule.trustId,
      ci: { provider, ...run },
    });
    expect(await events()).toEqual([
      {
        action: 'oidc.exchanged',
        target: rule.trustId,
        after: {
          issuer: rule.issuer,
          subject: String(sample.claims['sub']).slice(0, 200),
          ci: { provider, ...run },
          scopes: rule.scopes,
          expiresAt: later(900).toISOString(),
        },
      },
    ]);
  });

  test(`409: a JWT that was exchanged ${uses} times`, async () => {
    await ruleFor(world.store, organization, sample);
    const { jti: _jti, ...claims } = claimsFor(sample);
    for (let use = 0; use < uses; use++) expect((await exchange(claims)).status).toBe(201);
    expect(said(await exchange(claims))).toEqual([409, 'oidc_token_used', undefined]);
    expect((await exchange({ ...claims, sub: 'another' })).status).toBe(201);
  });

  test('repositories "matching": the one that the claims name, and 404 without it', async () => {
    if (repositoryUrl === undefined) return;
    await ruleFor(world.store, organization, sample, { repositories: 'matching' });
    const other = new URL(repositoryUrl).pathname;
    expect(said(await exchange(claimsFor(sample)))).toEqual([404, 'repository_not_found', undefined]);
    const { organizationId } = organization;
    const { repositoryId } = await repositoryAt(world.store, organizationId, `${repositoryUrl}.git`);
    expect((await exchange(claimsFor(sample))).body['repositoryIds']).toEqual([repositoryId]);
    const elsewhere = await newOrganization(world.store);
    await ruleFor(world.store, elsewhere, sample, { repositories: 'matching' });
    await repositoryAt(world.store, elsewhere.organizationId, `https://git.example.com${other}`);
    const claims = { ...claimsOf(sample, elsewhere.organizationId), jti: testIds.uuid() };
    expect(said(await exchange(claims, elsewhere.organizationId))[0]).toBe(404);
  });
});

test('a repository that was connected before its name had a URL is found', async () => {
  await ruleFor(world.store, organization, github, { repositories: 'matching' });
  const { organizationId } = organization;
  const { repositoryId } = await repositoryAt(
    world.store,
    organizationId,
    'https://github.com/octo-org/octo-repo',
  );
  const id = { organizationId, name: 'octo-org/octo-repo' };
  await write(world.store, [{ change: 'update', record: 'repositoryName', id, set: {}, unset: ['url'] }]);
  expect((await exchange(claimsFor(github))).body['repositoryIds']).toEqual([repositoryId]);
});

test('a disconnected repository is not found', async () => {
  await ruleFor(world.store, organization, github, { repositories: 'matching' });
  const { organizationId } = organization;
  await repositoryAt(world.store, organizationId, 'https://github.com/octo-org/octo-repo');
  const id = { organizationId, name: 'octo-org/octo-repo' };
  await write(world.store, [{ change: 'update', record: 'repositoryName', id, set: { repositoryId: '' } }]);
  expect((await exchange(claimsFor(github))).status).toBe(404);
});

test('a rule for some repositories limits its tokens to them', async () => {
  const { repositoryId } = await newRepository(world.store, organization.organizationId);
  await ruleFor(world.store, organization, github, { repositories: [repositoryId] });
  expect((await exchange(claimsFor(github))).body['repositoryIds']).toEqual([repositoryId]);
});

describe('403, with the same answer for everybody who is not trusted', () => {
  test('an unknown organization and one without rules: nothing is written', async () => {
    const commit = vi.spyOn(world.store, 'commit');
    const [unknown, known] = [
      await exchange(claimsFor(github), testIds.uuid()),
      await exchange(claimsFor(github)),
    ];
    expect(said(unknown)).toEqual([403, 'oidc_not_trusted', undefined]);
    expect(known).toEqual(unknown);
    expect(commit).not.toHaveBeenCalled();
  });

  test('a claim that the rule does not accept: managers see the rule and the claim', async () => {
    const { trustId } = await ruleFor(world.store, organization, github);
    const refused = await exchange(claimsFor(github, { repository_id: '75' }));
    expect([said(refused), JSON.stringify(refused.body)]).toEqual([
      [403, 'oidc_not_trusted', undefined],
      expect.not.stringContaining('repository_id'),
    ]);
    expect(await events()).toEqual([
      {
        action: 'oidc.refused',
        target: trustId,
        after: {
          reason: 'rule',
          claim: 'repository_id',
          issuer: github.issuer,
          subject: 'repo:octo-org/octo-repo:ref:refs/heads/main',
        },
      },
    ]);
  });

  test('a refusal is not recorded once the erasure of the organization has begun', async () => {
    await ruleFor(world.store, organization, github);
    const id = { organizationId: organization.organizationId };
    const set = { erasureStartedAt: '2026-03-10T12:00:00.000Z' };
    await write(world.store, [{ change: 'update', record: 'organization', id, set }]);
    const refused = await exchange(claimsFor(github, { repository_id: '75' }));
    expect(said(refused)).toEqual([403, 'oidc_not_trusted', undefined]);
    expect(await events()).toEqual([]);
  });

  test('pull_request_target, unless the rule names it exactly', async () => {
    await ruleFor(world.store, organization, github);
    const target = { event_name: 'pull_request_target' };
    expect(said(await exchange(claimsFor(github, target)))[0]).toBe(403);
    const named = { ...github, match: { repository_id: '74', event_name: 'pull_request_target' } };
    await ruleFor(world.store, organization, named);
    expect((await exchange(claimsFor(github, target))).status).toBe(201);
  });

  test('a glob does not name pull_request_target', async () => {
    const wide = { ...github, match: { repository_id: '74', event_name: { glob: '**' } } };
    await ruleFor(world.store, organization, wide);
    expect(said(await exchange(claimsFor(github, { event_name: 'pull_request_target' })))[0]).toBe(403);
    expect((await exchange(claimsFor(github))).status).toBe(201);
  });

  test('a job of GitLab that runs for a fork', async () => {
    await ruleFor(world.store, organization, { ...gitlab, match: { namespace_id: '72' } });
    expect(said(await exchange(claimsFor(gitlab, { job_project_id: '99' })))[0]).toBe(403);
    expect((await exchange(claimsFor(gitlab, { job_project_id: undefined }))).status).toBe(201);
  });

  test('a person who left, and one who rejoined: the rule waits until somebody takes it over', async () => {
    const { organizationId } = organization;
    const { personId } = organization.as('owner');
    const { trustId } = await ruleFor(world.store, organization, github);
    const id = { organizationId, personId };
    const change = (set: object) => write(world.store, [{ change: 'update', record: 'member', id, set }]);
    await change({ removedAt: noon.toISOString() });
    expect(said(await exchange(claimsFor(github)))[0]).toBe(403);
    await write(world.store, [{ change: 'update', record: 'member', id, unset: ['removedAt'], set: {} }]);
    await change({ joinedAt: later(1).toISOString() });
    expect(said(await exchange(claimsFor(github)))[0]).toBe(403);
    expect((await events())[0]?.after).toMatchObject({ reason: 'person' });
    const taken = { change: 'update', record: 'trustRule', id: { organizationId, trustId } } as const;
    await write(world.store, [{ ...taken, set: { heldSince: later(1).toISOString() } }]);
    expect((await exchange(claimsFor(github))).status).toBe(201);
  });

  test('an organization that is closing', async () => {
    await ruleFor(world.store, organization, github);
    const { organizationId } = organization;
    const closing = { since: noon.toISOString(), eraseAt: later(9).toISOString(), stopped: [] };
    await write(world.store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: { closing } },
    ]);
    expect(said(await exchange(claimsFor(github)))[0]).toBe(403);
  });
});

test('402: a plan without the API', async () => {
  organization = await newOrganization(world.store, { plan: 'Starter' });
  await ruleFor(world.store, organization, github);
  expect(said(await exchange(claimsFor(github)))).toEqual([402, 'entitlement_denied', undefined]);
});

test('a token has the current scopes of its person', async () => {
  const { organizationId } = organization;
  const { personId } = organization.as('owner');
  await ruleFor(world.store, organization, github);
  await write(world.store, [
    { change: 'update', record: 'member', id: { organizationId, personId }, set: { role: 'billing' } },
  ]);
  expect((await exchange(claimsFor(github))).body['scopes']).toEqual(['repositories:read', 'scans:read']);
});

test('of several matching rules the oldest with a person decides', async () => {
  const { organizationId } = organization;
  const ofMember = { personId: organization.as('member').personId };
  await ruleFor(world.store, organization, github, { createdAt: later(-9).toISOString(), ...ofMember });
  const second = await ruleFor(world.store, organization, github, { createdAt: later(-8).toISOString() });
  await ruleFor(world.store, organization, github);
  const id = { organizationId, ...ofMember };
  await write(world.store, [
    { change: 'update', record: 'member', id, set: { removedAt: noon.toISOString() } },
  ]);
  expect((await exchange(claimsFor(github))).body['trustId']).toBe(second.trustId);
});

describe('429', () => {
  test('beyond the rate of the organization, including refused ones', async () => {
    world.exchangeRate = 3;
    await ruleFor(world.store, organization, github);
    const claims = claimsFor(github);
    await exchange(claims);
    expect(said(await exchange(claims))[1]).toBe('oidc_token_used');
    await exchange(claimsFor(github));
    const refused = await exchange(claimsFor(github));
    expect([said(refused), refused.headers['Retry-After']]).toEqual([[429, 'rate_limited', undefined], '60']);
    expect(await events()).toHaveLength(3);
  });

  test('JWTs that match no rule have a separate rate', async () => {
    world.exchangeRate = 2;
    await ruleFor(world.store, organization, github);
    expect((await exchange(claimsFor(github))).status).toBe(201);
    const ofStranger = () => exchange(claimsFor(github, { repository_id: '75' }));
    const answers = [await ofStranger(), await ofStranger(), await ofStranger()];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429]);
    expect((await exchange(claimsFor(github))).status).toBe(201);
    expect(await events()).toHaveLength(4);
  });

  test('a JWT without a valid signature is not counted', async () => {
    world.exchangeRate = 1;
    await ruleFor(world.store, organization, github);
    for (let attempt = 0; attempt < 3; attempt++)
      expect(said(await exchange(claimsFor(github, { forged: true })))[2]).toBe('signature');
    expect((await exchange(claimsFor(github))).status).toBe(201);
  });
});
