import { beforeEach, describe, expect, test } from 'vitest';
import { ScanFailed } from '@scangate/engines/model/failure';
import { acmeToken } from '#test/support/rules/custom-rules.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newScan } from '#test/support/scans/workflow.ts';
import { later, newOrganization, newRepository, write, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const simulate = (rules: unknown[], more: object = {}, caller = organization.as('admin')) =>
  call('simulate-rules', { caller, body: { rules, ...more } });

/** A repository with completed scans of commits, the newest last. */
const scanned = async (...hashes: string[]) => {
  const repository = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
  for (const [index, digit] of hashes.entries()) {
    const commitHash = digit.repeat(40);
    const now = later(index * 60);
    const caller = organization.as('member');
    const { organizationId, scanId } = await newScan(world.store, {
      caller,
      repository,
      request: { commitHash },
      now,
    });
    const id = { organizationId, scanId };
    await write(world.store, [{ change: 'update', record: 'scan', id, set: { status: 'completed' } }]);
  }
  return repository;
};

const finding = { rule: 'custom/acme-token', severity: 'critical' as const, file: 'src/a.ts', line: 3 };

describe('200', () => {
  test('the newest scan of each repository comes first, with what the rules find in its commit', async () => {
    const shop = await scanned('a', 'b');
    const api = await scanned('c');
    world.triedCommits.set('b'.repeat(40), { findings: [finding, { ...finding, line: 9 }], gaps: [] });
    world.triedCommits.set('c'.repeat(40), {
      findings: [{ ...finding, file: 'test/a.ts', sample: true }],
      gaps: [{ reason: 'files were not fetched', count: 2 }],
    });
    const { body } = await simulate([acmeToken], { scans: 2 });
    expect(body['tried']).toBe(2);
    const scans = body['scans'] as { repositoryId: string; wouldFail: boolean }[];
    expect(scans.toSorted((a) => (a.repositoryId === shop.repositoryId ? -1 : 1))).toMatchObject([
      {
        repositoryId: shop.repositoryId,
        commitHash: 'b'.repeat(40),
        wouldFail: true,
        rules: [
          { rule: 'custom/acme-token', findings: 2, places: [{ file: 'src/a.ts', line: 3 }, { line: 9 }] },
        ],
      },
      // A secret in a test is low by the policy.
      {
        repositoryId: api.repositoryId,
        wouldFail: false,
        gaps: [{ reason: 'files were not fetched', count: 2 }],
      },
    ]);
    expect(world.store.all('ruleSet')).toEqual([]);
  });

  test('a commit that its host does not return, and a deleted repository, are named', async () => {
    await scanned('a');
    const gone = await scanned('b');
    world.triedCommits.set('a'.repeat(40), new ScanFailed('repo_access', 'The host refuses.'));
    const id = { organizationId: organization.organizationId, repositoryId: gone.repositoryId };
    const set = { disconnectedAt: later(1).toISOString() };
    await write(world.store, [{ change: 'update', record: 'repository', id, set }]);
    const { body } = await simulate([acmeToken]);
    expect(body['tried']).toBe(0);
    expect(body['notLookedAt']).toEqual(
      expect.arrayContaining([
        { reason: 'source_unavailable', scans: 1 },
        { reason: 'repository_disconnected', scans: 1 },
      ]),
    );
  });

  test('scans of other organizations are never read', async () => {
    await scanned('a');
    const other = await newOrganization(world.store);
    expect((await simulate([acmeToken], {}, other.as('owner'))).body).toEqual({
      tried: 0,
      scans: [],
      notLookedAt: [],
    });
  });
});

test('402 without a complete policy, 403 for a member and for the token of a pipeline', async () => {
  const codeOf = async (answer: ReturnType<typeof simulate>) => (await answer).body['code'];
  expect(await codeOf(simulate([], {}, organization.as('member')))).toBe('role_required');
  expect(await codeOf(simulate([], {}, organization.as('admin', 'service')))).toBe('person_required');
  const starter = await newOrganization(world.store, { plan: 'Starter' });
  expect(await codeOf(simulate([], {}, starter.as('admin')))).toBe('entitlement_denied');
});

test('422: rules are checked as for a change', async () => {
  const examples = { ...acmeToken.examples, positive: ['acme_short'] };
  const { status, body } = await simulate([{ ...acmeToken, examples }]);
  expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/rules/0/examples/positive/0']);
});
