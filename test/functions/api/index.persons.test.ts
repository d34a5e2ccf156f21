import { expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';

test('actions that affect verdicts or give access require a person', () => {
  const table: readonly EndpointSpec[] = endpoints;
  const names = table.filter(({ person }) => person).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    'act-on-findings',
    'approve-waiver',
    'change-gate',
    'change-member',
    'change-repository',
    'change-rules',
    'change-tracked-finding',
    'change-trust-rule',
    'check-repository',
    'connect-repository',
    'create-badge',
    'create-invitation',
    'create-pack-link',
    'create-trust-rule',
    'create-waiver',
    'disconnect-repository',
    'hand-over-token',
    'import-vex',
    'issue-token',
    'list-invitations',
    'reject-waiver',
    'remove-badge',
    'remove-trust-rule',
    'renew-waiver',
    'simulate-rules',
    'test-trust',
    'withdraw-invitation',
    'withdraw-waiver',
  ]);
});
