import { beforeEach, describe, expect, test } from 'vitest';
import { acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const any = { 'If-Match': '*' };
const put = (rules: unknown, more: CallOptions = {}) =>
  call('change-rules', { caller: organization.as('admin'), body: { rules }, headers: any, ...more });
const get = () => call('get-rules', { caller: organization.as('member') });
const yaml = (text: string) =>
  put(undefined, { body: undefined, raw: text, headers: { ...any, 'Content-Type': 'application/yaml' } });

const inYaml = `
rules:
  - kind: code
    id: no-debug
    title: Debug mode
    severity: high
    language: python
    message: It prints secrets.
    pattern: acme.debug(...)
    examples:
      positive: ["acme.debug(1)"]
      negative:
        - |
          acme.run(1)
`;

describe('200', () => {
  test('the rules are in force, under a new ETag and a digest that the policy has', async () => {
    const before = await get();
    expect(before.body).toEqual({ rules: [] });
    const { status, body, headers } = await put([acmeToken, noVerification]);
    expect(status).toBe(200);
    const after = await get();
    expect(after.body).toEqual(body);
    expect(body['rules']).toEqual([acmeToken, noVerification]);
    expect(headers['ETag']).toBe(after.headers['ETag']);
    expect(headers['ETag']).not.toBe(before.headers['ETag']);
    const [stored] = world.store.all('organization');
    const policy = world.store.all('policy').find(({ digest }) => digest === stored?.policyDigest);
    expect(policy?.policy.customRules).toEqual({
      digest: body['digest'],
      secrets: ['acme-token'],
      code: ['no-verification'],
    });
  });

  test('YAML is read like the same content in JSON, and an empty list removes all', async () => {
    expect((await yaml(inYaml)).body['rules']).toMatchObject([
      { id: 'no-debug', pattern: 'acme.debug(...)' },
    ]);
    expect((await put([])).body).toEqual({ rules: [] });
  });

  test('other settings of the gate stay, and keep the rules', async () => {
    await put([acmeToken]);
    const caller = organization.as('admin');
    await call('change-gate', {
      caller,
      headers: any,
      body: { apiGateSeverityThreshold: 'low', neverWaive: ['custom/acme-token'] },
    });
    expect((await get()).body['rules']).toHaveLength(1);
    expect((await call('get-gate', { caller })).body).toMatchObject({
      apiGateSeverityThreshold: 'low',
      neverWaive: ['custom/acme-token'],
    });
  });

  test('waivers and neverWaive accept such rules, and no rule that is not in force', async () => {
    await put([acmeToken]);
    const waive = (rule: string) => {
      const body = { match: { rule }, reason: 'agreed', expiresAt: '2026-04-01T00:00:00Z' };
      return call('create-waiver', { caller: organization.as('owner'), body });
    };
    expect((await waive('custom/acme-token')).status).toBe(201);
    expect((await waive('custom/none')).body.errors?.[0]?.code).toBe('rule_unknown');
    const never = { caller: organization.as('admin'), headers: any, body: { neverWaive: ['custom/none'] } };
    expect((await call('change-gate', never)).body.errors?.[0]?.code).toBe('rule_unknown');
  });

  test('the change is in the audit log and an event; equal rules change nothing', async () => {
    await put([acmeToken]);
    await put([acmeToken]);
    const changed = world.store.all('auditEvent').filter(({ action }) => action === 'rules.changed');
    expect(changed).toMatchObject([{ before: {}, after: { secrets: ['acme-token'], code: [] } }]);
    expect(world.store.all('ruleSet')).toHaveLength(1);
  });
});

describe('402', () => {
  test('entitlement_denied without a complete policy', async () => {
    organization = await newOrganization(world.store, { plan: 'Starter' });
    expect((await put([acmeToken])).body['code']).toBe('entitlement_denied');
  });
});

test('after a downgrade rules may be removed, one by one and all, but none changed or added', async () => {
  await put([acmeToken, noVerification]);
  const down = { caller: { ...organization.as('admin', 'session'), plan: 'Starter' as const } };
  expect((await put([acmeToken, { ...noVerification, severity: 'low' }], down)).status).toBe(402);
  expect((await put([acmeToken], down)).body['rules']).toEqual([acmeToken]);
  expect((await put([acmeToken, noVerification], down)).status).toBe(402);
  expect((await put([], down)).body).toEqual({ rules: [] });
});

describe('403', () => {
  test('person_required for the token of a pipeline, role_required for a member', async () => {
    const pipeline = organization.as('admin', 'service');
    expect((await put([], { caller: pipeline })).body['code']).toBe('person_required');
    expect((await put([], { caller: organization.as('member') })).body['code']).toBe('role_required');
  });
});

test('rules of another organization are neither shown nor changed', async () => {
  await put([acmeToken]);
  const other = await newOrganization(world.store);
  const seen = await call('get-rules', { caller: other.as('owner') });
  expect(seen.body).toEqual({ rules: [] });
  await call('change-rules', { caller: other.as('owner'), body: { rules: [] }, headers: any });
  expect((await get()).body['rules']).toHaveLength(1);
});

describe('412 and 428', () => {
  test('etag_mismatch after another change, precondition_required without an ETag', async () => {
    const { headers } = await get();
    const read = { 'If-Match': String(headers['ETag']) };
    expect((await put([acmeToken], { headers: read })).status).toBe(200);
    expect((await put([], { headers: read })).status).toBe(412);
    expect((await put([], { headers: {} })).status).toBe(428);
  });
});

describe('400 and 413', () => {
  test.each([
    ['aliases', 'a: &a [1]\nrules: *a\n'],
    ['a duplicate key', 'rules: []\nrules: []\n'],
    ['no YAML', 'rules: [\n'],
    ['a prototype', 'rules: []\n__proto__: {}\n'],
    ['deep nesting', `rules: ${'['.repeat(5_000)}`],
    ['a number that JSON does not have', 'rules: .inf\n'],
    ['a key that is not a string', '? [a]\n: b\n'],
  ])('YAML with %s is refused', async (_, text) => {
    const { status } = await yaml(text);
    expect([400, 422]).toContain(status);
    expect(world.store.all('ruleSet')).toEqual([]);
  });

  test('a body of 1 MB', async () => {
    expect((await yaml(`rules: []\n# ${'x'.repeat(1_048_576)}`)).status).toBe(413);
  });
});

describe('422', () => {
  const codes = async (...rules: unknown[]) =>
    ((await put(rules)).body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);

  test('more than 200 rules', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ ...acmeToken, id: `r${index}` }));
    expect(await codes(...many)).toEqual(['/rules validation_failed']);
  });

  test('rules that together are larger than a record', async () => {
    const positive = Array.from({ length: 10 }, () => `acme_q7zp2lxw9dkt4rvb ${'x'.repeat(3_900)}`);
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...acmeToken,
      id: `r${index}`,
      examples: { ...acmeToken.examples, positive },
    }));
    const { status, body } = await put(many);
    expect([status, body['code'], body['limitBytes']]).toEqual([422, 'policy_too_large', 262_144]);
  });

  test('a duplicate id, and a rule that contradicts its examples', async () => {
    expect(await codes(acmeToken, acmeToken)).toEqual(['/rules/1/id rule_duplicate']);
    const examples = { ...acmeToken.examples, positive: ['acme_short'] };
    expect(await codes({ ...acmeToken, examples })).toEqual(['/rules/0/examples/positive/0 example_missed']);
  });

  test('an expression that has to backtrack', async () => {
    expect(await codes({ ...acmeToken, expression: '(acme_[a-z]+)\\1' })).toEqual([
      '/rules/0/expression expression_unfit',
    ]);
  });

  test.each([
    ['both a pattern and sinks', { ...noVerification, sinks: [{ call: 'a.b' }] }],
    ['neither', { ...noVerification, pattern: undefined }],
    ['a sink of two kinds', { ...noVerification, pattern: undefined, sinks: [{ call: 'a', write: 'b' }] }],
    ['an invalid name', { ...noVerification, pattern: undefined, sinks: [{ call: 'a{b,c}' }] }],
    ['an id that shadows', { ...noVerification, id: 'custom/x' }],
    ['a message that hides text', { ...noVerification, message: 'a\u202eb' }],
    ['a keyword of one letter', { ...acmeToken, keywords: ['a'] }],
    ['an unknown field', { ...acmeToken, script: 'x' }],
  ])('a rule with %s', async (_, rule) => {
    expect((await put([rule])).status).toBe(422);
    expect(world.store.all('ruleSet')).toEqual([]);
  });
});
