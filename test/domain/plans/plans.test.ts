import { describe, expect, test } from 'vitest';
import { planNames } from '@scangate/domain/plans/plan-names';
import {
  capabilities,
  plans,
  requireApiAccess,
  requireCapability,
  sastIncluded,
} from '@scangate/domain/plans/plans';

describe('plans', () => {
  const includes = (plan: (typeof planNames)[number], capability: (typeof capabilities)[number]) =>
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
    expect(planNames.filter((plan) => includes(plan, capability))).toEqual(expected);
  });

  test('every capability is in a plan', () => {
    expect(new Set(planNames.flatMap((plan) => plans[plan].capabilities))).toEqual(new Set(capabilities));
  });

  test('credits and retention are those of the plan table', () => {
    expect(planNames.map((plan) => [plans[plan].coreCredits, plans[plan].retentionDays])).toEqual([
      [{ fixed: 100 }, 30],
      [{ fixed: 800 }, 90],
      [{ perLicense: 100 }, 365],
      ['agreed', null],
    ]);
    expect([sastIncluded('starter', 7), sastIncluded('team', 7)]).toEqual([50, 350]);
  });

  test('a refusal names capability and plan; a session needs no API access', () => {
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
