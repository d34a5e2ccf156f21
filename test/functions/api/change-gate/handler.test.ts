import { beforeEach, describe, expect, test } from 'vitest';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const get = (caller = organization.as('admin')) => call('get-gate', { caller });
/** The settings of a new organization that these tests do not change. */
const others = {
  prCheckSeverityThreshold: 'high',
  suppressions: 'reviewed',
  onUnassessed: {},
  requiredScanTypes: ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast'],
  failOn: { knownExploited: false, epssAtLeast: null },
  ignore: { unfixable: null, developmentDependencies: false, unused: false },
  severity: 'highest',
  maxWaiverDays: 90,
  waiverApproval: 'single',
  neverWaive: [],
  verifySecrets: 'off',
};
const change = (body: object, more: CallOptions = {}) =>
  call('change-gate', { caller: organization.as('admin'), body, ...more });
const changeFresh = async (body: object, caller = organization.as('admin')) => {
  const { headers } = await get(caller);
  return change(body, { caller, headers: { 'If-Match': String(headers['ETag']) } });
};

describe('200', () => {
  test('the defaults: threshold critical, unknown counts as high, strong and network copyleft and source-available terms are denied', async () => {
    const { body, headers } = await get();
    expect(body).toEqual({
      apiGateSeverityThreshold: 'critical',
      unknownSeverityAs: 'high',
      minimumConfidence: 'high',
      testFolders: { secrets: 'low', code: 'critical' },
      licensePolicy: {
        denyCategories: ['strong-copyleft', 'network-copyleft', 'source-available'],
        deny: [],
        allow: [],
        exceptions: [],
        ignoreDevelopment: false,
      },
      sourcePolicy: { severities: {}, allowedHosts: [] },
      ...others,
    });
    expect(headers['ETag']).toMatch(/^"\d+"$/);
  });

  test('a change returns the current settings, with the next ETag', async () => {
    const first = await changeFresh({ apiGateSeverityThreshold: 'high' });
    expect(first.body['apiGateSeverityThreshold']).toBe('high');
    const second = await change(
      { apiGateSeverityThreshold: 'low' },
      { headers: { 'If-Match': String(first.headers['ETag']) } },
    );
    expect(second.status).toBe(200);
    expect((await get()).body).toEqual(second.body);
    expect((await get()).headers['ETag']).toBe(second.headers['ETag']);
  });

  test('fields that a change does not name stay', async () => {
    await changeFresh({ licensePolicy: { deny: ['MIT'] } });
    const exceptions = [{ package: 'pkg:npm/@acme/*', license: 'GPL-3.0-only', reason: 'our own' }];
    await changeFresh({ licensePolicy: { exceptions, ignoreDevelopment: true } });
    await changeFresh({ licensePolicy: { allow: ['GPL-3.0-only'] }, unknownSeverityAs: 'low' });
    await changeFresh({ minimumConfidence: 'low' });
    await changeFresh({ testFolders: { secrets: 'high' } });
    await changeFresh({ sourcePolicy: { severities: { 'git-source': 'low' } } });
    await changeFresh({ sourcePolicy: { allowedHosts: ['npm.corp.example', '*.gems.example'] } });
    expect((await changeFresh({})).body).toEqual({
      apiGateSeverityThreshold: 'critical',
      unknownSeverityAs: 'low',
      minimumConfidence: 'low',
      testFolders: { secrets: 'high', code: 'critical' },
      licensePolicy: {
        denyCategories: ['strong-copyleft', 'network-copyleft', 'source-available'],
        deny: ['MIT'],
        allow: ['GPL-3.0-only'],
        exceptions,
        ignoreDevelopment: true,
      },
      sourcePolicy: {
        severities: { 'git-source': 'low' },
        allowedHosts: ['npm.corp.example', '*.gems.example'],
      },
      ...others,
    });
  });

  test('a change to the same values keeps the ETag', async () => {
    const { headers } = await changeFresh({ apiGateSeverityThreshold: 'low' });
    const same = {
      apiGateSeverityThreshold: 'low',
      unknownSeverityAs: 'high',
      licensePolicy: { deny: [], exceptions: [], ignoreDevelopment: false },
    };
    expect((await changeFresh(same)).headers['ETag']).toBe(headers['ETag']);
    expect((await changeFresh({})).headers['ETag']).toBe(headers['ETag']);
  });

  test('If-Match * matches any version', async () => {
    const { status } = await change({ apiGateSeverityThreshold: 'low' }, { headers: { 'If-Match': '*' } });
    expect(status).toBe(200);
  });

  test('a change applies to later scans; running scans keep their settings', async () => {
    const { repositoryId } = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
    const scan = (commitHash: string) =>
      call('create-scan', { caller: organization.as('member'), body: { repositoryId, commitHash } });
    await scan('a'.repeat(40));
    await changeFresh({ apiGateSeverityThreshold: 'low' });
    await scan('b'.repeat(40));
    const thresholds = new Map(
      world.store.all('scan').map((one) => [one.commitHash[0], one.severityThreshold]),
    );
    expect(thresholds).toEqual(
      new Map([
        ['a', 'critical'],
        ['b', 'low'],
      ]),
    );
  });
});

describe('402 entitlement_denied', () => {
  const licensePolicy = { deny: ['MIT'] };
  test.each([
    ['Free', { apiGateSeverityThreshold: 'high' }, undefined],
    ['Free', { minimumConfidence: 'low' }, undefined],
    ['Free', { testFolders: { secrets: 'critical' } }, undefined],
    ['Free', { licensePolicy }, 'policy_standard'],
    ['Free', { unknownSeverityAs: 'low' }, 'policy_complete'],
    ['Starter', { licensePolicy }, undefined],
    ['Starter', { sourcePolicy: { allowedHosts: ['npm.corp.example'] } }, 'policy_complete'],
    ['Team', { sourcePolicy: { severities: { 'git-source': 'low' } } }, undefined],
    ['Starter', { unknownSeverityAs: 'low' }, 'policy_complete'],
    ['Starter', { licensePolicy: { ignoreDevelopment: true } }, undefined],
    ['Starter', { licensePolicy: { exceptions: [{ package: 'a', reason: 'r' }] } }, 'policy_complete'],
    ['Team', { licensePolicy: { exceptions: [{ package: 'a', reason: 'r' }] } }, undefined],
    ['Team', { licensePolicy, unknownSeverityAs: 'low' }, undefined],
    ['Regulated', { licensePolicy, unknownSeverityAs: 'low' }, undefined],
  ] as const)('%s, %j lacks %s', async (plan, body, capability) => {
    const { as } = await newOrganization(world.store, { plan, credits: { core: 1 } });
    const before = (await get(as('owner'))).text;
    const answer = await changeFresh(body, as('owner'));
    expect([answer.status, answer.body['capability']]).toEqual([capability ? 402 : 200, capability]);
    if (capability) expect((await get(as('owner'))).text).toBe(before);
  });

  test('a downgrade keeps the policy, which can be sent back with another threshold', async () => {
    const { repositoryId } = await newRepository(world.store, organization.organizationId, [['', 'npm']]);
    const complete = { licensePolicy: { deny: ['MIT'] }, unknownSeverityAs: 'low' };
    await changeFresh(complete);
    const free = { ...organization.as('admin', 'session'), plan: 'Free' as const };
    const { body: stored } = await get(free);
    expect(stored).toMatchObject(complete);
    const whole = await changeFresh({ ...stored, apiGateSeverityThreshold: 'high' }, free);
    expect([whole.status, whole.body]).toEqual([200, { ...stored, apiGateSeverityThreshold: 'high' }]);
    await call('create-scan', { caller: free, body: { repositoryId, commitHash: 'a'.repeat(40) } });
    const [scan] = world.store.all('scan');
    const { organizationId } = organization;
    const policy = await world.store.get('policy', { organizationId, digest: scan?.policyDigest ?? '' });
    expect([policy?.policy]).toMatchObject([
      { severityThreshold: 'high', unknownSeverityAs: 'low', license: { deny: ['MIT'] } },
    ]);
  });

  test.each([
    [{ licensePolicy: { deny: [] } }, 'policy_standard'],
    [{ licensePolicy: { denyCategories: [] } }, 'policy_standard'],
    [{ unknownSeverityAs: 'critical' }, 'policy_complete'],
    [{ apiGateSeverityThreshold: 'low', unknownSeverityAs: 'critical' }, 'policy_complete'],
  ])('after a downgrade for stricter and for weaker settings: %j', async (body, capability) => {
    await changeFresh({ licensePolicy: { deny: ['MIT'] }, unknownSeverityAs: 'low' });
    const free = { ...organization.as('admin', 'session'), plan: 'Free' as const };
    const before = (await get(free)).text;
    const answer = await changeFresh(body, free);
    expect([answer.status, answer.body['capability']]).toEqual([402, capability]);
    expect((await get(free)).text).toBe(before);
  });

  test("a client organization has its parent's policy level", async () => {
    const parent = await newOrganization(world.store, { plan: 'Team' });
    const client = await newOrganization(world.store, { plan: 'Free', parent: parent.organizationId });
    const caller = { ...client.as('owner'), plan: 'Team' as const };
    expect((await changeFresh({ unknownSeverityAs: 'low' }, caller)).status).toBe(200);
  });
});

test('403: the roles member and billing read the settings and change none', async () => {
  for (const role of ['member', 'billing'] as const) {
    expect((await get(organization.as(role))).status).toBe(200);
    const { status } = await change({}, { caller: organization.as(role), headers: { 'If-Match': '*' } });
    expect(status).toBe(403);
  }
});

describe('412 etag_mismatch', () => {
  test('the settings changed since they were read', async () => {
    const { headers } = await get();
    const before = { headers: { 'If-Match': String(headers['ETag']) } };
    await change({ apiGateSeverityThreshold: 'low' }, before);
    const late = await change({ apiGateSeverityThreshold: 'high' }, before);
    expect([late.status, late.body['code']]).toEqual([412, 'etag_mismatch']);
    expect((await get()).body['apiGateSeverityThreshold']).toBe('low');
  });

  test('of two changes with the same ETag one succeeds', async () => {
    const { headers } = await get();
    const read = { headers: { 'If-Match': String(headers['ETag']) } };
    const answers = await Promise.all([
      change({ apiGateSeverityThreshold: 'low' }, read),
      change({ apiGateSeverityThreshold: 'high' }, read),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
  });
});

test('428 precondition_required: without If-Match nothing changes', async () => {
  const { status, body } = await change({ apiGateSeverityThreshold: 'low' });
  expect([status, body['code']]).toEqual([428, 'precondition_required']);
  expect((await get()).body['apiGateSeverityThreshold']).toBe('critical');
});

describe('422', () => {
  const tooMany = Array.from({ length: 101 }, () => ({ package: 'a', reason: 'r' }));
  test.each([
    [{ apiGateSeverityThreshold: 'unknown' }, 'validation_failed'],
    [{ apiGateSeverityThreshold: 'CRITICAL' }, 'validation_failed'],
    [{ unknownSeverityAs: 'none' }, 'validation_failed'],
    [{ minimumConfidence: 'medium' }, 'validation_failed'],
    [{ licensePolicy: { denyCategories: ['gpl'] } }, 'validation_failed'],
    [{ licensePolicy: { deny: [''] } }, 'validation_failed'],
    [{ licensePolicy: { exceptions: [{ package: 'a' }] } }, 'validation_failed'],
    [{ licensePolicy: { exceptions: [{ package: ' a', reason: 'r' }] } }, 'validation_failed'],
    [{ licensePolicy: { exceptions: [{ package: 'a', reason: 'two\nlines' }] } }, 'validation_failed'],
    [{ licensePolicy: { exceptions: tooMany } }, 'validation_failed'],
    [{ licensePolicy: { exceptions: [{ package: 'a', reason: 'r', until: 'x' }] } }, 'unknown_field'],
    [{ sourcePolicy: { severities: { 'git-source': 'none' } } }, 'validation_failed'],
    [{ sourcePolicy: { allowedHosts: ['https://npm.corp.example'] } }, 'validation_failed'],
    [{ sourcePolicy: { allowedHosts: ['*'] } }, 'validation_failed'],
    [{ sourcePolicy: { severities: { 'other-rule': 'low' } } }, 'unknown_field'],
    [{ prCheckSeverityThreshold: 'none' }, 'validation_failed'],
    [{ severityThreshold: 'high' }, 'unknown_field'],
    [{ licensePolicy: { forbid: ['MIT'] } }, 'unknown_field'],
  ])('%j: %s', async (body, code) => {
    const answer = await change(body, { headers: { 'If-Match': '*' } });
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
  });
});
