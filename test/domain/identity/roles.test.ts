import { expect, test } from 'vitest';
import { roles, scopes, scopesOfRole } from '@scangate/domain/identity/roles';

test('the billing role reads everything and writes only billing and tokens', () => {
  const [reads, writes] = [':read', ':write'].map((end) =>
    scopesOfRole('billing').filter((scope) => scope.endsWith(end)),
  );
  expect(reads).toEqual(scopes.filter((scope) => scope.endsWith(':read')));
  expect(writes).toEqual(['billing:write', 'tokens:write']);
  for (const role of roles.filter((one) => one !== 'billing')) expect(scopesOfRole(role)).toEqual(scopes);
});
