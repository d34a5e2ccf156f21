import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayGrantRole, requireMayGrantRole } from '@scangate/domain/identity/grantable-roles';
import { roles } from '@scangate/domain/identity/roles';

const role = fc.constantFrom(...roles);

test('an owner can give every role, an admin admin and member, and nobody else any', () => {
  const table = Object.fromEntries(
    roles.map((giver) => [giver, roles.filter((given) => mayGrantRole(giver, given))]),
  );
  expect(table).toEqual({ owner: [...roles], admin: ['admin', 'member'], billing: [], member: [] });
});

test('a chain of people who give roles never ends in a role that its first person could not give', () => {
  fc.assert(
    fc.property(role, fc.array(role, { minLength: 1, maxLength: 6 }), (first, chain) => {
      let holder = first;
      for (const next of chain) if (mayGrantRole(holder, next)) holder = next;
      expect(holder === first || mayGrantRole(first, holder)).toBe(true);
    }),
  );
});

test('a change requires permission for both the old and the new role', () => {
  fc.assert(
    fc.property(role, role, role, (caller, before, after) => {
      const refused = () => requireMayGrantRole({ role: caller }, [before, after]);
      if (mayGrantRole(caller, before) && mayGrantRole(caller, after)) expect(refused).not.toThrow();
      else expect(refused).toThrow(expect.objectContaining({ code: 'role_required' }));
    }),
  );
});
