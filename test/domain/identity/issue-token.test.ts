import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issueToken } from '@scangate/domain/identity/issue-token';
import { roles, scopes, serviceScopes } from '@scangate/domain/identity/roles';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { noon, testIds } from '#test/support/world.ts';

const at = noon.toISOString();
const identity = () => ({ tokenId: testIds.uuid(), random: testIds.bytes(60) });
const issuer = { organizationId: 'org', personId: 'person', role: 'owner' as const, scopes };

describe('an issued token', () => {
  test('belongs to its issuer; the record has the hash, and the secret only its holder', () => {
    const { secret, token } = issueToken({ kind: 'service', name: 'ci' }, issuer, identity(), at);
    expect(token).toMatchObject({
      tokenHash: tokenHash(secret),
      organizationId: 'org',
      personId: 'person',
      kind: 'service',
      scopes: serviceScopes,
      createdAt: at,
    });
    expect(JSON.stringify(token)).not.toContain(secret.slice(9));
    expect(token.expiresAt).toBeUndefined();
  });

  test('never has a scope its issuer lacks, whoever asks for what', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.subarray([...scopes]),
        fc.option(fc.array(fc.constantFrom(...scopes), { minLength: 1 }), { nil: undefined }),
        fc.constantFrom('service' as const, 'personal' as const),
        (role, own, asked, kind) => {
          let granted;
          try {
            granted = issueToken(
              { kind, name: 'x', scopes: asked },
              { ...issuer, role, scopes: own },
              identity(),
              at,
            ).token.scopes;
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

  test('of two from different randomness nothing is the same but the kind', () => {
    const [first, second] = [1, 2].map(() =>
      issueToken({ kind: 'personal', name: 'x' }, issuer, identity(), at),
    );
    expect(first?.secret).not.toBe(second?.secret);
    expect(first?.token.tokenHash).not.toBe(second?.token.tokenHash);
  });
});
