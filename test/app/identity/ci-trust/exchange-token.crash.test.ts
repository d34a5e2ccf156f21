import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { exchangeToken } from '#app/identity/ci-trust/exchange-token.ts';
import { installBackoff } from '#ports/backoff.ts';
import { listAll } from '#ports/store.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { gitlab } from '#test/corpora/ci-tokens/gitlab.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { faultKinds, injectFaults } from '#test/support/store/fault-injection.ts';
import { interleave } from '#test/support/store/interleave.ts';
import { newOrganization, noon, testIds, type TestOrganization } from '#test/support/world.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, metric: () => {} };
let store: MemoryStore;
let organization: TestOrganization;
beforeEach(async () => {
  installBackoff({ random: () => 0, sleep: async () => {} });
  store = new MemoryStore();
  organization = await newOrganization(store);
});

const portsOf = (over: MemoryStore = store) => ({
  store: over,
  verifier: trustingVerifier,
  ids: testIds,
  log,
  exchangeRate: 300,
});
const requestOf = (sample: typeof github) => ({
  organizationId: organization.organizationId,
  token: unsignedToken(claimsOf(sample, organization.organizationId)),
});
const codeOf = (error: unknown): unknown => (error as { code?: string }).code ?? (error as Error).name;

/** The tokens of the organization, and how often each event was written. */
const written = async () => {
  const owner = { organizationId: organization.organizationId };
  const tokens = await Array.fromAsync(listAll(store, { list: 'tokens', owner }));
  const events = await Array.fromAsync(listAll(store, { list: 'auditEvents', owner }));
  return {
    tokens: tokens.length,
    exchanged: events.filter(({ action }) => action === 'oidc.exchanged').length,
  };
};

describe.each(faultKinds)('a call that fails as "%s"', (fault) => {
  test.each([1, 2, 3, 4])(
    'call %d: at most one token, with its event, and a retry creates no second',
    async (call) => {
      await ruleFor(store, organization, github);
      const { store: whole, verifier } = portsOf();
      const { ports: faulty } = injectFaults({ store: whole, verifier }, new Map([[call, fault]]));
      const ports = { ...portsOf(), ...faulty };
      const outcomes: unknown[] = [];
      for (const each of [ports, portsOf(), portsOf()])
        outcomes.push(await exchangeToken(requestOf(github), each, noon).then(() => 'token', codeOf));
      expect(await written()).toEqual({ tokens: 1, exchanged: 1 });
      expect(outcomes.filter((outcome) => outcome === 'token').length).toBeLessThanOrEqual(1);
      expect(outcomes.at(-1)).toBe('oidc_token_used');
    },
  );
});

test.each([[[0]], [[1]], [[0, 1]], [[2, 0, 1]], [[3, 1, 4, 1, 5]]])(
  'four concurrent exchanges of one JWT, in the order %j: one token',
  async (picks) => {
    await ruleFor(store, organization, github);
    const outcomes: unknown[] = [];
    const task = async (over: unknown) => {
      const ports = portsOf(over as MemoryStore);
      outcomes.push(await exchangeToken(requestOf(github), ports, noon).then(() => 'token', codeOf));
    };
    await interleave(store, picks, [task, task, task, task]);
    expect(outcomes.toSorted()).toEqual(['oidc_token_used', 'oidc_token_used', 'oidc_token_used', 'token']);
    expect(await written()).toEqual({ tokens: 1, exchanged: 1 });
  },
);

test('a JWT with a limit of 20 uses yields 20 tokens, however they collide', async () => {
  await ruleFor(store, organization, gitlab);
  const outcomes: unknown[] = [];
  const task = async (over: unknown) => {
    const ports = portsOf(over as MemoryStore);
    outcomes.push(await exchangeToken(requestOf(gitlab), ports, noon).then(() => 'token', codeOf));
  };
  for (let round = 0; round < 6; round++) await interleave(store, [round, 2, 0], [task, task, task, task]);
  expect(outcomes.filter((outcome) => outcome === 'token')).toHaveLength(20);
  expect(await written()).toEqual({ tokens: 20, exchanged: 20 });
});
