import { describe, expect, test } from 'vitest';
import { requireAccess, roles, scopes, scopesOfRole } from '@scangate/domain/identity/roles';

describe('roles', () => {
  test('the billing role reads everything and writes only billing and tokens', () => {
    const [reads, writes] = [':read', ':write'].map((end) =>
      scopesOfRole('billing').filter((scope) => scope.endsWith(end)),
    );
    expect(reads).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
    expect(writes).toEqual(['billing:write', 'tokens:write']);
    for (const role of roles.filter((one) => one !== 'billing')) expect(scopesOfRole(role)).toEqual(scopes);
  });

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
});
