import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints, type Endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { needsApi } from '#contract/token-access.ts';
import { plans, type Capability } from '@scangate/domain/plans/plans';
import { Transient } from '@scangate/domain/problem';
import { roles, scopes, serviceScopes, type Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { permittedCaller } from '#test/support/api/permitted-caller.ts';
import { samples } from '#test/support/api/sample-requests.ts';
import { claimsOf, fakeSignIn } from '#test/support/identity/fake-sign-in.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

/**
 * These tests apply to every endpoint of the table, so that the endpoints' own tests need not repeat them.
 */

const table = (endpoints as readonly EndpointSpec[]).map((spec) => ({
  name: spec.name,
  spec,
  sample: samples[spec.name as keyof Endpoints],
}));
/** The endpoints that ask for a credential. */
const guarded = table.filter(({ spec }) => !spec.access);
const withParams = table.filter(({ spec }) => spec.params);
const withBody = table.filter(({ spec }) => spec.body);
const withQuery = table.filter(({ spec }) => spec.query);

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  vi.restoreAllMocks();
  resetWorld();
  organization = await newOrganization(world.store);
});
const as = (spec: EndpointSpec, role: Role = 'owner', from = organization): Caller =>
  permittedCaller(spec, from, role);
const owner = as;
const codeOf = async (name: string, details: CallOptions): Promise<unknown[]> => {
  const { status, body } = await call(name, details);
  return [status, body['code']];
};

/** Values that break most patterns: empty, long, with control characters. */
const odd = ['', '\u0000', 'a b', 'x'.repeat(5_000), '-1'];

test.each([...withBody, ...withQuery])(
  '$name: no refusal shows a regular expression',
  async ({ name, spec, sample }) => {
    const shape = (schema: unknown): string[] => Object.keys((schema as { shape?: object })?.shape ?? {});
    for (const value of odd) {
      const body = Object.fromEntries(shape(spec.body).map((field) => [field, value]));
      const query = Object.fromEntries(shape(spec.query).map((field) => [field, value]));
      const { text } = await call(name, { ...sample, body, query, caller: as(spec) });
      expect(text).not.toMatch(/pattern|\/\^|\\\\p\{|\[0-9a-f\]/);
    }
  },
);

test.each(withQuery)('$name: 400 for a query parameter given twice', async ({ name, spec, sample }) => {
  const [field = ''] = Object.keys(spec.query?.shape ?? {});
  const { status, body } = await call(name, {
    ...sample,
    query: { ...sample.query, [field]: ['a', 'a'] },
    caller: as(spec),
  });
  expect([status, body['code'], body.errors?.[0]?.pointer]).toEqual([400, 'invalid_query', `/${field}`]);
});

test.each(guarded)('$name: 401 without a caller', async ({ name, sample }) => {
  expect(await codeOf(name, sample)).toEqual([401, 'unauthenticated']);
});

/** An answer without the codes of a command line, which are new each time. */
const withoutCodes = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/sgv_\w{36}|[B-Z]{4}-[B-Z]{4}/g, ''));

test.each(table.filter(({ spec }) => spec.access))(
  '$name: answers everybody equally, whatever credential is sent, and has no roles and scopes',
  async ({ name, spec, sample }) => {
    const [nobody, member] = await Promise.all([
      call(name, sample),
      call(name, { ...sample, caller: { ...organization.as('member'), scopes: [] } }),
    ]);
    expect(withoutCodes(nobody)).toEqual(withoutCodes(member));
    expect([spec.roles, spec.scopes, spec.capability]).toEqual([[], [], undefined]);
  },
);

describe.each(roles)('the role %s', (role) => {
  test.each(guarded)('$name: is allowed as its table row says', async ({ name, spec, sample }) => {
    const { status, body } = await call(name, { ...sample, caller: as(spec, role) });
    if (spec.roles.includes(role)) {
      expect(status).toBeLessThan(500);
      expect(status).not.toBe(403);
    } else {
      expect(body).toMatchObject({ code: 'role_required', roles: spec.roles });
    }
  });
});

test.each(table.filter(({ spec }) => spec.scopes.length > 0))(
  '$name: 403 insufficient_scope for each missing scope, before the role',
  async (row) => {
    const caller = as(row.spec, row.spec.roles.includes('member') ? 'owner' : 'member');
    for (const missing of row.spec.scopes) {
      const less = { ...caller, scopes: scopes.filter((scope) => scope !== missing) };
      const { status, body } = await call(row.name, { ...row.sample, caller: less });
      expect([status, body['code'], body['missing']]).toEqual([403, 'insufficient_scope', [missing]]);
    }
  },
);

test.each(table.filter(({ spec }) => spec.person))(
  '$name: 403 person_required for a service token, whatever its scopes',
  async (row) => {
    for (const ofToken of [serviceScopes, scopes]) {
      const caller = { ...organization.as('owner', 'service'), scopes: ofToken };
      expect(await codeOf(row.name, { ...row.sample, caller })).toEqual([403, 'person_required']);
    }
  },
);

describe.each(['Free', 'Starter'] as const)('on %s', (plan) => {
  beforeEach(async () => {
    organization = await newOrganization(world.store, { plan });
  });

  /** An endpoint that gives API access needs it with every kind of credential. */
  const isForApi = ({ name }: (typeof table)[number]): boolean =>
    ['issue-token', 'decide-device-login', 'create-trust-rule', 'change-trust-rule', 'test-trust'].includes(
      name,
    );
  /** The capability that a token needs: the one of the row, else API access. */
  const asked = ({ name, spec }: (typeof table)[number]): Capability | undefined =>
    spec.capability ?? (name === 'issue-token' || needsApi(spec) ? 'api' : undefined);
  const isLacking = (capability: Capability | undefined) =>
    capability !== undefined && !plans[plan].capabilities.includes(capability);

  test.each(table)('$name: a token needs the capability of the table row, and no other', async (row) => {
    const capability = asked(row);
    const denied = isLacking(capability) ? [402, 'entitlement_denied', capability] : undefined;
    for (const kind of ['personal', 'service'] as const) {
      const answer = await call(row.name, { ...row.sample, caller: organization.as('owner', kind) });
      const said = [answer.status, answer.body['code'], answer.body['capability']];
      if (row.spec.session) expect(said).toEqual([401, 'unauthenticated', undefined]);
      else if (kind === 'service' && row.spec.person)
        expect(said).toEqual([403, 'person_required', undefined]);
      else if (row.spec.recent) expect(said).toEqual([403, 'reauthentication_required', undefined]);
      else if (denied) expect(said).toEqual(denied);
      else expect(answer.body['capability']).not.toBe('api');
    }
  });

  test.each(table)('$name: a console session needs every capability but the API', async (row) => {
    const caller = { ...organization.as('owner', 'session'), signedInAt: noon.toISOString() };
    const { status, body } = await call(row.name, { ...row.sample, caller });
    const { capability } = row.spec;
    const asksForMore = !isForApi(row) && isLacking(capability);
    if (asksForMore) expect(body['capability']).toBe(capability);
    else expect(body['capability'] === 'api').toBe(isForApi(row));
    expect(status).toBeLessThan(500);
  });
});

describe('a client organization', () => {
  const clientOf = async (spec: EndpointSpec) => {
    const client = await newOrganization(world.store, { parent: organization.organizationId });
    return as(spec, 'owner', client);
  };
  const managed = table.filter(({ spec }) => spec.managedByParent);
  const open = table.filter(({ spec }) => !spec.managedByParent);

  test.each(managed)(
    '$name: is refused before any read, because the parent manages it',
    async ({ name, spec, sample }) => {
      const caller = await clientOf(spec);
      const read = vi.spyOn(world.store, 'load');
      expect(await codeOf(name, { ...sample, caller })).toEqual([403, 'managed_by_parent']);
      expect(read).not.toHaveBeenCalled();
      const member = { ...caller, role: 'member' as const };
      expect(await codeOf(name, { ...sample, caller: member })).toEqual([403, 'role_required']);
    },
  );

  test.each(open)('$name: is open to a client as to any organization', async ({ name, spec, sample }) => {
    const { status, body } = await call(name, { ...sample, caller: await clientOf(spec) });
    expect(body['code']).not.toBe('managed_by_parent');
    expect(status).toBeLessThan(500);
  });
});

describe('404 for unknown ids', () => {
  /** A caller without a credential learns nothing about ids: their own tests describe how they answer. */
  test.each(withParams.filter(({ spec }) => !spec.access))(
    '$name: an unknown id, a malformed one, and one that is far too long',
    async ({ name, spec, sample }) => {
      const [param = ''] = Object.keys(spec.params?.shape ?? {});
      const first = await call(name, { ...sample, caller: owner(spec) });
      for (const value of ['x', '..', '%2e%2e', 'é', '0'.repeat(5_000)]) {
        const other = await call(name, { ...sample, caller: owner(spec), params: { [param]: value } });
        expect([other.status, other.body['code']]).toEqual([404, first.body['code']]);
      }
    },
  );
});

describe('before anything is read', () => {
  const expectNothingRead = async (details: CallOptions, name: string, answer: unknown[]) => {
    const ports = (['get', 'load', 'list', 'commit'] as const).map((method) => vi.spyOn(world.store, method));
    expect(await codeOf(name, details)).toEqual(answer);
    for (const port of ports) expect(port).not.toHaveBeenCalled();
  };

  test.each(guarded)('$name: 429 over the limit', async ({ name, spec, sample }) => {
    const caller = { ...as(spec, 'member'), scopes: [] };
    await expectNothingRead({ ...sample, caller, requestCount: 1_201 }, name, [429, 'rate_limited']);
  });

  const takesJson = ({ spec: { requestMediaTypes = ['application/json'] } }: (typeof table)[number]) =>
    requestMediaTypes.includes('application/json');

  test.each(withBody.filter(takesJson))(
    '$name: 400, 415 and 422 of the body',
    async ({ name, spec, sample }) => {
      const asked = { ...sample, caller: owner(spec) };
      await expectNothingRead({ ...asked, raw: '{' }, name, [400, 'malformed_json']);
      await expectNothingRead({ ...asked, raw: '{"a\\x":1}' }, name, [400, 'malformed_json']);
      await expectNothingRead({ ...asked, raw: '[]' }, name, [422, 'validation_failed']);
      await expectNothingRead({ ...asked, raw: 'null' }, name, [422, 'validation_failed']);
      const body = { ...(sample.body as object), nobodyKnowsThis: 1 };
      // Documents of other formats have fields of their own.
      if (name !== 'import-vex') await expectNothingRead({ ...asked, body }, name, [422, 'unknown_field']);
      const headers = { ...sample.headers, 'Content-Type': 'text/xml' };
      await expectNothingRead({ ...asked, headers }, name, [415, 'unsupported_media_type']);
    },
  );

  // Issuers add parameters of their own to what they send back.
  const closed = withQuery.filter(({ name }) => name !== 'complete-sign-in');

  test.each(closed)('$name: 400 for an unknown query parameter', async ({ name, spec, sample }) => {
    const query = { ...sample.query, nobodyKnowsThis: '1' };
    await expectNothingRead({ ...sample, query, caller: owner(spec) }, name, [400, 'invalid_query']);
  });
});

describe('a failing store', () => {
  const failing = (error: Error): void => {
    for (const method of ['get', 'load', 'list', 'commit'] as const)
      vi.spyOn(world.store, method).mockRejectedValue(error);
    world.signIn = fakeSignIn([claimsOf('somebody')]);
  };
  const reading = table.filter(({ spec: { needs } }) => 'core' in needs || 'tokens' in needs);

  test.each(reading)('$name: 500 without details', async ({ name, spec, sample }) => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    failing(new Error(`a detail from inside about ${testIds.uuid()}`));
    const { status, body, text } = await call(name, { ...sample, caller: owner(spec) });
    expect([status, body['code'], body['retryable']]).toEqual([500, 'system_error', true]);
    expect(text).not.toContain('inside');
  });

  test.each(reading)(
    '$name: 503 with Retry-After for a transient failure',
    async ({ name, spec, sample }) => {
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      failing(new Transient('contended'));
      const { status, headers, text } = await call(name, { ...sample, caller: owner(spec) });
      expect([status, Number(headers['Retry-After'])]).toEqual([503, expect.any(Number)]);
      expect(text).not.toContain('contended');
    },
  );
});
