import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths } from '@scangate/domain/credits/calendar';
import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import {
  capabilities,
  plans,
  requireApiAccess,
  requireCapability,
  sastIncluded,
} from '@scangate/domain/plans/plans';
import { planNames, requireAccess, roles, scopes, scopesOfRole } from '@scangate/domain/identity/roles';
import { noon } from '#test/support/world.ts';

const endOf = (anchor: string) => addMonths(anchor, 1);

describe('a credit period ends a month after its anchor, clamped to the end of the month', () => {
  test.each([
    ['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    ['2026-01-30T10:11:12.013Z', '2026-02-28T10:11:12.013Z'],
    ['2028-01-31T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['2028-02-29T12:00:00.000Z', '2028-03-29T12:00:00.000Z'],
    ['2026-02-28T12:00:00.000Z', '2026-03-28T12:00:00.000Z'],
    ['2026-03-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z'],
    ['2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
    ['2027-12-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z'],
    ['2100-01-30T00:00:00.000Z', '2100-02-28T00:00:00.000Z'],
  ])('%s: %s', (anchor, end) => {
    expect(endOf(anchor)).toBe(end);
  });

  test('whatever the anchor: the next month, the same day or its last, the same time of day', () => {
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (anchor) => {
        const end = new Date(endOf(anchor.toISOString()));
        expect((end.getUTCMonth() - anchor.getUTCMonth() + 12) % 12).toBe(1);
        const days = (end.getTime() - anchor.getTime()) / 86_400_000;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
        expect(end.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
        const nextDay = new Date(end.getTime() + 86_400_000);
        expect(end.getUTCDate() === anchor.getUTCDate() || nextDay.getUTCDate() === 1).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('plans', () => {
  const has = (plan: (typeof planNames)[number], capability: (typeof capabilities)[number]) =>
    plans[plan].capabilities.includes(capability);
  test.each([
    ['policy_basic', ['Free', 'Starter', 'Team', 'Regulated']],
    ['policy_standard', ['Starter', 'Team', 'Regulated']],
    ['policy_complete', ['Team', 'Regulated']],
    ['api', ['Team', 'Regulated']],
    ['webhooks', ['Team', 'Regulated']],
    ['issue_trackers', ['Team', 'Regulated']],
    ['bundles', ['Team', 'Regulated']],
    ['audit_log', ['Team', 'Regulated']],
    ['proof_export', ['Starter', 'Team', 'Regulated']],
    ['auditor_export', ['Team', 'Regulated']],
    ['pay_as_you_go', ['Starter', 'Team']],
    ['sso_basic', ['Team', 'Regulated']],
    ['sso_full', ['Regulated']],
    ['sla', ['Team', 'Regulated']],
  ] as const)('%s is in %j', (capability, expected) => {
    expect(planNames.filter((plan) => has(plan, capability))).toEqual(expected);
  });

  test('the table of capabilities has no other', () => {
    expect(new Set(planNames.flatMap((plan) => plans[plan].capabilities))).toEqual(new Set(capabilities));
  });

  test('credits and retention are those of the source', () => {
    expect(planNames.map((plan) => [plans[plan].coreCredits, plans[plan].retentionDays])).toEqual([
      [{ fixed: 100 }, 30],
      [{ fixed: 800 }, 90],
      [{ perLicense: 100 }, 365],
      ['agreed', null],
    ]);
    expect([sastIncluded('starter', 7), sastIncluded('team', 7)]).toEqual([50, 350]);
  });

  test('a refusal names capability and plan; a session is not asked for the API', () => {
    const refused = {
      code: 'entitlement_denied',
      members: expect.objectContaining({ capability: 'api', plan: 'Free' }),
    };
    expect(() => requireCapability('Free', 'api')).toThrow(expect.objectContaining(refused));
    expect(() => requireApiAccess({ plan: 'Free', tokenKind: 'service' })).toThrow(
      expect.objectContaining(refused),
    );
    expect(() => requireApiAccess({ plan: 'Free', tokenKind: 'session' })).not.toThrow();
    expect(() => requireApiAccess({ plan: 'Team', tokenKind: 'service' })).not.toThrow();
  });
});

describe('roles', () => {
  test('billing people read everything, write billing and tokens, and nothing else', () => {
    const [reads, writes] = [':read', ':write'].map((end) =>
      scopesOfRole('billing').filter((scope) => scope.endsWith(end)),
    );
    expect(reads).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
    expect(writes).toEqual(['billing:write', 'tokens:write']);
    for (const role of roles.filter((one) => one !== 'billing')) expect(scopesOfRole(role)).toEqual(scopes);
  });

  test('a missing scope answers before a missing role, and all that is missing is named', () => {
    const needed = { roles: ['owner' as const], scopes: ['scans:read' as const, 'scans:write' as const] };
    expect(() => requireAccess({ role: 'member', scopes: ['billing:read'] }, needed)).toThrow(
      expect.objectContaining({
        code: 'insufficient_scope',
        members: expect.objectContaining({ missing: needed.scopes }),
      }),
    );
    expect(() => requireAccess({ role: 'member', scopes }, needed)).toThrow(
      expect.objectContaining({ code: 'role_required' }),
    );
    expect(() => requireAccess({ role: 'owner', scopes }, needed)).not.toThrow();
  });
});

test('a new organization counts its owners, and every one of its records is new', () => {
  const people = (['owner', 'owner', 'admin'] as const).map((role, index) => ({
    personId: `person-${index}`,
    role,
    email: 'x@example.com',
  }));
  const changes = provisionOrganization(
    { name: 'Acme', plan: 'Team' },
    { organizationId: 'org', people, createdAt: noon.toISOString() },
  );
  expect(changes.every(({ change }) => change === 'insert')).toBe(true);
  expect(changes[0]).toMatchObject({
    record: 'organization',
    item: { owners: 2, policyVersion: 1 },
  });
  expect(changes.find(({ record }) => record === 'account')).toMatchObject({
    item: { plan: 'Team', licenses: 5 },
  });
  expect(changes.filter(({ record }) => record === 'member')).toHaveLength(3);
});
