import { expect, test } from 'vitest';
import { requireAccess } from '@scangate/domain/identity/access/require-access';
import { scopes } from '@scangate/domain/identity/roles';

test('a missing scope is reported before a missing role, and all missing scopes are named', () => {
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
