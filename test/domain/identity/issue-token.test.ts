import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issueToken } from '@scangate/domain/identity/issue-token';
import { roles, scopes, serviceScopes } from '@scangate/domain/identity/roles';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { noon, testIds } from '#test/support/world.ts';

const at = noon.toISOString();
const identity = () => ({ tokenId: testIds.uuid(), random: testIds.bytes(60), now: at });
const issuer = {
  organizationId: 'org',
  billingAccountId: 'account',
  personId: 'person',
  role: 'owner' as const,
  scopes,
};

describe('an issued token', () => {
  test('belongs to its issuer; the record has the hash, and only the holder has the secret', () => {
    const { secret, token } = issueToken({ request: { kind: 'service', name: 'ci' }, issuer, ...identity() });
    expect(token).toMatchObject({
      tokenHash: tokenHash(secret),
      organizationId: 'org',
      personId: 'person',
      kind: 'service',
      scopes: serviceScopes,
      createdAt: at,
    });
    expect(JSON.stringify(token)).not.toContain(secret.slice(9));
    expect(token.expiresAt).toBe('2027-03-10T12:00:00.000Z');
  });

  test('never has a scope that its issuer lacks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.subarray([...scopes]),
        fc.option(fc.array(fc.constantFrom(...scopes), { minLength: 1 }), { nil: undefined }),
        fc.constantFrom('service' as const, 'personal' as const),
        (role, own, asked, kind) => {
          let granted;
          try {
            granted = issueToken({
              request: { kind, name: 'x', scopes: asked },
              issuer: { ...issuer, role, scopes: own },
              ...identity(),
            }).token.scopes;
          } catch (error) {
            expect(['insufficient_scope', 'role_required']).toContain((error as { code: string }).code);
            return;
          }
          expect(granted.every((scope) => own.includes(scope))).toBe(true);
          expect(new Set(granted)).toEqual(new Set(asked ?? (kind === 'service' ? serviceScopes : own)));
          expect(granted).toEqual(scopes.filter((scope) => granted.includes(scope)));
          expect(kind === 'personal' || role === 'owner' || role === 'admin').toBe(true);
        },
      ),
    );
  });

  test('has another secret and another hash with other random bytes', () => {
    const [first, second] = [1, 2].map(() =>
      issueToken({ request: { kind: 'personal', name: 'x' }, issuer, ...identity() }),
    );
    expect(first?.secret).not.toBe(second?.secret);
    expect(first?.token.tokenHash).not.toBe(second?.token.tokenHash);
  });
});
