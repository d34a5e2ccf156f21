import { expect, test } from 'vitest';
import { policyRefusal, sessionLimits } from '@scangate/domain/identity/sessions/session-policy';

const organizationId = 'o-1';
const since = '2026-03-01T00:00:00.000Z';
const person = { personId: 'p-1', amr: ['pwd', 'otp'] };

test.each([
  [undefined, 3_600, 12],
  [{}, 3_600, 12],
  [{ idleMinutes: 5 }, 300, 12],
  [{ idleMinutes: 720, absoluteHours: 24 }, 43_200, 24],
])('a session under %j ends after %i s without use and after %i h', (policy, idleSeconds, hours) => {
  expect(sessionLimits(policy)).toEqual({ idleSeconds, absoluteMs: hours * 3_600_000 });
});

test.each([
  [undefined, {}, undefined],
  [{ enforced: { since, breakGlass: [] } }, {}, 'own_sign_on_required'],
  [{ enforced: { since, breakGlass: [] } }, { issuerOf: 'o-2' }, 'own_sign_on_required'],
  [{ enforced: { since, breakGlass: [] } }, { issuerOf: 'o-1' }, undefined],
  [{ enforced: { since, breakGlass: ['p-1'] } }, {}, undefined],
  [{ requiredAmr: ['otp'] }, {}, undefined],
  [{ requiredAmr: ['otp', 'hwk'] }, {}, 'method_required'],
  [{ requiredAmr: [] }, { amr: [] }, undefined],
])('under %j a sign-in with %j is refused for %s', (accessPolicy, more, refusal) => {
  expect(policyRefusal({ organizationId, accessPolicy }, { ...person, ...more })).toBe(refusal);
});
