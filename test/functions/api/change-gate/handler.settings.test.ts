import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { another, changeGate } from '#test/support/waivers/waiver-calls.ts';
import { later, newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';
import { canonicalJson } from '@scangate/engines/model/digest';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const owner = () => organization.as('owner');
const change = (body: object, caller = owner()) => changeGate(caller, body);
const get = async () => (await call('get-gate', { caller: owner() })).body;
const codesOf = async (body: object, caller = owner()) => {
  const answer = await change(body, caller);
  return [answer.status, answer.body['code'], answer.body['capability']];
};

const settings = {
  suppressions: 'none',
  onUnassessed: { secrets: 'fail', sca: 'report' },
  requiredScanTypes: ['sca', 'secrets'],
  failOn: { knownExploited: true, epssAtLeast: 0.5 },
  ignore: { unfixable: { untilDays: 30 }, developmentDependencies: true },
  severity: 'newest',
  maxWaiverDays: 30,
  waiverApproval: 'four_eyes',
  neverWaive: ['aws-access-key-id', 'private-key'],
};

describe('200', () => {
  test('every setting is stored, and the answer can be sent back as a whole', async () => {
    const first = await change(settings);
    expect([first.status, first.body]).toMatchObject([200, settings]);
    expect(await get()).toMatchObject(settings);
    const again = await change(first.body);
    expect([again.status, again.headers['ETag']]).toEqual([200, first.headers['ETag']]);
  });

  test('null and false reset a setting, and the policy equals the first one again', async () => {
    const before = world.store.all('organization')[0]?.policyDigest;
    await change({ ...settings, waiverApproval: 'single', neverWaive: [] });
    await change({
      suppressions: 'reviewed',
      onUnassessed: {},
      requiredScanTypes: null,
      failOn: { knownExploited: false, epssAtLeast: null },
      ignore: { unfixable: null, developmentDependencies: false },
      severity: 'highest',
      maxWaiverDays: 90,
    });
    expect(world.store.all('organization')[0]?.policyDigest).toBe(before);
    expect(world.store.all('policy')).toHaveLength(2);
  });

  test('one part of a setting changes without the other', async () => {
    await change({ failOn: { epssAtLeast: 0.5 } });
    const { body } = await change({ failOn: { knownExploited: true } });
    expect(body['failOn']).toEqual({ knownExploited: true, epssAtLeast: 0.5 });
  });
});

describe('two people are needed to weaken the rules about waivers', () => {
  const strict = { waiverApproval: 'four_eyes', neverWaive: ['private-key'] };
  const weaker = { waiverApproval: 'single' };
  beforeEach(() => change(strict));

  test('202: the change of one person changes nothing, however often it is sent', async () => {
    for (let n = 0; n < 3; n++) {
      const { status, body } = await change({ ...weaker, apiGateSeverityThreshold: 'low' });
      expect([status, body]).toMatchObject([202, { ...strict, apiGateSeverityThreshold: 'critical' }]);
      expect(body['proposal']).toMatchObject({ personId: owner().personId });
    }
    expect(await get()).toMatchObject(strict);
    const proposed = world.store.all('auditEvent').filter(({ action }) => action === 'gate.proposed');
    expect(proposed).toMatchObject([{ before: { waiverApproval: 'four_eyes' }, after: weaker }]);
  });

  test('200: another owner or admin who requests the same puts it in force', async () => {
    await change(weaker);
    const { status, body } = await change(weaker, organization.as('admin'));
    expect([status, body['waiverApproval'], body['proposal']]).toEqual([200, 'single', undefined]);
  });

  test('202: another change by another person is a separate proposal', async () => {
    await change(weaker);
    const { status, body } = await change({ neverWaive: [] }, organization.as('admin'));
    expect([status, body]).toMatchObject([202, strict]);
    expect((await change({ neverWaive: [] })).status).toBe(200);
    expect(await get()).toMatchObject({ waiverApproval: 'four_eyes', neverWaive: [] });
  });

  test('202: a proposal expires after a week', async () => {
    await change(weaker);
    const { organizationId } = organization;
    const [{ gateProposal } = {}] = world.store.all('organization');
    if (!gateProposal) throw new Error('there is a proposal');
    const old = { ...gateProposal, at: later(-7 * 86_400).toISOString() };
    await world.store.commit([
      { change: 'update', record: 'organization', id: { organizationId }, set: { gateProposal: old } },
    ]);
    expect((await get())['proposal']).toBeUndefined();
    expect((await change(weaker, organization.as('admin'))).status).toBe(202);
  });

  test('200: stricter rules and other settings need one person, and the proposal stays', async () => {
    await change(weaker);
    const { status, body } = await change({ maxWaiverDays: 7 });
    expect([status, body['maxWaiverDays']]).toEqual([200, 7]);
    expect((await change(weaker, organization.as('admin'))).status).toBe(200);
    expect((await change({ neverWaive: ['private-key', 'stripe-key'] })).status).toBe(200);
  });

  test('the same person with another token is the same person', async () => {
    await change(weaker);
    expect((await change(weaker, { ...owner(), tokenId: another(owner()).personId })).status).toBe(202);
  });
});

test('403 person_required: a pipeline changes no gate', async () => {
  expect(await codesOf({ apiGateSeverityThreshold: 'low' }, organization.as('owner', 'service'))).toEqual([
    403,
    'person_required',
    undefined,
  ]);
});

describe('402 entitlement_denied', () => {
  test.each<[plan: 'Free' | 'Starter' | 'Team', body: object, capability: string | undefined]>([
    ['Free', { suppressions: 'none' }, undefined],
    ['Free', { onUnassessed: { sca: 'fail' } }, undefined],
    ['Free', { requiredScanTypes: ['sca'] }, undefined],
    ['Free', { maxWaiverDays: 7 }, undefined],
    ['Free', { prCheckSeverityThreshold: 'low' }, undefined],
    ['Free', { ignore: { developmentDependencies: true } }, 'policy_standard'],
    ['Starter', { ignore: { unfixable: { untilDays: 7 } } }, undefined],
    ['Starter', { failOn: { knownExploited: true } }, 'policy_complete'],
    ['Starter', { severity: 'newest' }, 'policy_complete'],
    ['Starter', { waiverApproval: 'four_eyes' }, 'policy_complete'],
    ['Starter', { neverWaive: ['private-key'] }, 'policy_complete'],
    ['Team', { ...settings }, undefined],
  ])('%s, %j lacks %s', async (plan, body, capability) => {
    const { as } = await newOrganization(world.store, { plan });
    expect(await codesOf(body, as('owner', 'session'))).toEqual(
      capability ? [402, 'entitlement_denied', capability] : [200, undefined, undefined],
    );
  });

  test('after a downgrade the stored policy still judges, and its settings cannot be changed', async () => {
    await change(settings);
    const free = { ...organization.as('owner', 'session'), plan: 'Free' as const };
    expect(await codesOf({ failOn: { knownExploited: false } }, free)).toEqual([
      402,
      'entitlement_denied',
      'policy_complete',
    ]);
    expect(await get()).toMatchObject(settings);
  });
});

describe('422', () => {
  test.each<[object, string]>([
    [{ suppressions: 'all' }, 'validation_failed'],
    [{ onUnassessed: { sbom: 'fail' } }, 'unknown_field'],
    [{ requiredScanTypes: [] }, 'validation_failed'],
    [{ failOn: { epssAtLeast: 0 } }, 'validation_failed'],
    [{ failOn: { epssAtLeast: 1.5 } }, 'validation_failed'],
    [{ ignore: { unfixable: { untilDays: 0 } } }, 'validation_failed'],
    [{ ignore: { unfixable: { untilDays: 366 } } }, 'validation_failed'],
    [{ severity: 'lowest' }, 'validation_failed'],
    [{ maxWaiverDays: 366 }, 'validation_failed'],
    [{ waiverApproval: 'none' }, 'validation_failed'],
    [{ neverWaive: ['*'] }, 'validation_failed'],
    [{ neverWaive: ['private-key', 'private-kye'] }, 'validation_failed'],
    [{ proposal: {} }, 'unknown_field'],
  ])('%j: %s', async (body, code) => {
    expect(await codesOf(body)).toEqual([422, code, undefined]);
  });

  /** A change that makes a policy of so many bytes. */
  const changeOfSize = (bytes: number) => {
    const full = Array.from({ length: 500 }, (_, index) => String(index).padEnd(100, 'x'));
    const policyOf = (allow: string[]) =>
      canonicalJson({
        severityThreshold: 'critical',
        unknownSeverityAs: 'high',
        license: {
          denyCategories: ['strong-copyleft', 'network-copyleft', 'source-available'],
          deny: full,
          allow,
        },
      });
    const allow: string[] = [];
    while (policyOf([...allow, 'x'.repeat(100)]).length < bytes)
      allow.push(String(allow.length).padEnd(100, 'y'));
    const room = bytes - policyOf([...allow, '']).length;
    return { licensePolicy: { deny: full, allow: [...allow, 'z'.repeat(room)] } };
  };

  test('policy_too_large: a policy of 64 KB is stored, and one byte more is refused', async () => {
    const kept = await change(changeOfSize(65_536));
    expect(kept.status).toBe(200);
    const refused = await change(changeOfSize(65_537));
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'policy_too_large', limitBytes: 65_536, actualBytes: 65_537 },
    ]);
    expect(await get()).toEqual(kept.body);
  });

  test('a scan under a policy of 64 KB is created with records of the same size', async () => {
    const { repositoryId } = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
    const commits: { count: number; longest: number }[] = [];
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (changes) => {
      // Whether a scan is counted is drawn for each.
      const text = (each: object): string =>
        JSON.stringify(each, (key, value: unknown) => (key.startsWith('counted') ? undefined : value));
      const lengths = changes.map((each) => text(each).length);
      commits.push({ count: changes.length, longest: Math.max(...lengths) });
      return commit(changes);
    };
    const create = async (commitHash: string) => {
      const caller = organization.as('member');
      const { status } = await call('create-scan', { caller, body: { repositoryId, commitHash } });
      return status;
    };
    expect([await create('a'.repeat(40)), await create('b'.repeat(40))]).toEqual([201, 201]);
    const small = commits.at(-1);
    await change(changeOfSize(65_536));
    expect(await create('c'.repeat(40))).toBe(201);
    expect(commits.at(-1)).toEqual(small);
  });
});

test('422: an unknown rule is named, because a second person would have to remove it', async () => {
  const { body } = await change({ neverWaive: ['private-key', 'private-kye'] });
  expect(body.errors).toMatchObject([
    {
      pointer: '/neverWaive/1',
      code: 'rule_unknown',
      detail: 'There is no rule private-kye. Findings show their rule.',
    },
  ]);
  expect((await get())['neverWaive']).toEqual([]);
});
