import { expect, test } from 'vitest';
import { capabilities, plans } from '@scangate/domain/plans/plans';
import { planNames } from '@scangate/domain/plans/plan-names';
import { anyRole, lockMessages, roleName } from '@scangate/console/messages/capabilities.ts';

test.each(capabilities)('the lock of %s names the plans that have it', (capability) => {
  const having = planNames.filter((plan) => plans[plan].capabilities.includes(capability));
  const words = lockMessages.plans(capability);
  for (const plan of planNames) expect([plan, words.includes(plan)]).toEqual([plan, having.includes(plan)]);
  expect(lockMessages.title(capability, 'Free')).toMatch(/: not part of Free$/);
});

test('an unknown role is shown by its name', () => {
  expect(roleName('owner')).toBe('Owner');
  expect(roleName('auditor')).toBe('auditor');
  expect(anyRole(['owner', 'admin'])).toBe('an owner or an admin');
});
