import { describe, expect, test } from 'vitest';
import { actionsFor } from '@scangate/console/routes/waivers/waiver-actions.tsx';

const owner = { personId: 'owner', canManage: true, canRequest: true };
const member = { personId: 'member', canManage: false, canRequest: true };
const billing = { personId: 'billing', canManage: false, canRequest: false };

describe('the actions on a waiver', () => {
  test('a request is decided by owners and admins, and withdrawn by its requester', () => {
    const requested = { status: 'requested', createdBy: 'member' } as const;
    expect(actionsFor(requested, owner)).toEqual(['approve', 'reject']);
    expect(actionsFor(requested, member)).toEqual(['withdraw']);
    expect(actionsFor(requested, billing)).toEqual([]);
  });

  test('nobody approves their own request', () => {
    expect(actionsFor({ status: 'requested', createdBy: 'owner' }, owner)).toEqual(['withdraw']);
  });

  test('an active one is renewed, and withdrawn by owners and admins only', () => {
    const active = { status: 'active', createdBy: 'member' } as const;
    expect(actionsFor(active, owner)).toEqual(['renew', 'withdraw']);
    expect(actionsFor(active, member)).toEqual(['renew']);
    expect(actionsFor(active, billing)).toEqual([]);
  });

  test('an expired one is renewed, and one that ended otherwise stays unchanged', () => {
    expect(actionsFor({ status: 'expired', createdBy: 'x' }, member)).toEqual(['renew']);
    for (const status of ['rejected', 'withdrawn', 'replaced'] as const)
      expect(actionsFor({ status, createdBy: 'owner' }, owner)).toEqual([]);
  });
});
