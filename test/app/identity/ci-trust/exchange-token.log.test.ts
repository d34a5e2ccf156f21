import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { exchangeToken } from '#app/identity/ci-trust/exchange-token.ts';
import type { ProblemCode } from '@scangate/domain/problem';
import type { LogFields } from '#ports/log.ts';
import { listAll } from '#ports/store.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { newOrganization, noon, testIds } from '#test/support/world.ts';

/**
 * Exchanges a JWT with additional claims, which is refused with a code, and returns the log line and the number of refusals
 * in the audit log.
 */
const refused = async (more: Record<string, unknown>, code: ProblemCode) => {
  const store = new MemoryStore();
  const organization = await newOrganization(store);
  await ruleFor(store, organization, github);
  const { organizationId } = organization;
  const lines: (LogFields & { message: string })[] = [];
  const warn = (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields });
  const silent = () => {};
  const log = { debug: silent, info: silent, warn, error: silent, metric: silent };
  const token = unsignedToken({ ...claimsOf(github, organizationId), ...more });
  const ports = { store, verifier: trustingVerifier, ids: testIds, log, exchangeRate: 300 };
  await expect(exchangeToken({ organizationId, token }, ports, noon)).rejects.toMatchObject({ code });
  const events = await Array.fromAsync(listAll(store, { list: 'auditEvents', owner: { organizationId } }));
  return { lines, organizationId, events: events.filter(({ action }) => action === 'oidc.refused').length };
};

test('a refusal that is in the audit log names the organization, so that the metric leaves it out', async () => {
  const { lines, organizationId, events } = await refused({ repository_id: '1' }, 'oidc_not_trusted');
  expect(events).toBe(1);
  expect(lines).toEqual([{ message: 'exchange failed', reason: 'rule', organizationId }]);
});

test('a refusal before the owner of the JWT is known has the organization as a claim only', async () => {
  const { lines, organizationId, events } = await refused(
    { iss: 'https://other.example.com' },
    'oidc_token_invalid',
  );
  expect(events).toBe(0);
  expect(lines).toEqual([
    { message: 'exchange failed', reason: 'issuer', claimedOrganizationId: organizationId },
  ]);
});
