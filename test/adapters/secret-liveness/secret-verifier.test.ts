import { expect, test, vi } from 'vitest';
import { livenessKinds } from '#adapters/secret-liveness/kinds.ts';
import { secretVerifier, type VerificationLimits } from '#adapters/secret-liveness/secret-verifier.ts';
import { OutboundFailure, type OutboundFetch } from '#ports/outbound.ts';
import { livenessContracts } from '#test/support/liveness/contracts.ts';
import { serveProviders } from '#test/support/liveness/fake-providers.ts';

const contracts = livenessContracts();
const candidates = contracts.map(({ rule, secret }) => ({ rule, secret }));
const { signal } = new AbortController();

const verifierOf = (fetch: OutboundFetch, limits: Partial<VerificationLimits> = {}) =>
  secretVerifier({ fetch, limits: { checks: 100, ...limits }, signal });

test('twenty kinds are verified, each by its contract', () => {
  expect(contracts.map(({ rule }) => rule).toSorted()).toEqual(Object.keys(livenessKinds).toSorted());
  expect(contracts).toHaveLength(20);
  for (const { rule, secret, request } of contracts) {
    expect(secret).not.toBe('');
    expect(livenessKinds[rule]?.url).toBe(`https://${request.host}${request.path}`);
    expect(request.method).toBe('GET');
  }
});

test('a secret that its provider accepts is live, and one that it refuses gets the state that the refusal proves', async () => {
  const { fetch, asked, be } = await serveProviders(contracts);
  const verifier = verifierOf(fetch);
  expect(candidates.every((one) => verifier.accepts(one))).toBe(true);
  expect(await verifier.verify(candidates)).toEqual(candidates.map(() => 'live'));
  be('refused');
  expect(await verifier.verify(candidates)).toEqual(contracts.map(({ means }) => means));
  expect(asked).toHaveLength(40);
  expect(asked.every(({ method, body }) => method === 'GET' && body === 0)).toBe(true);
});

test.each(['fails', 'redirects', 'babbles'] as const)('a provider that %s proves nothing', async (mood) => {
  const { fetch, asked, be } = await serveProviders(contracts);
  be(mood);
  // An answer above the limit is ignored; only Slack's has to be read.
  const some = mood === 'babbles' ? candidates.filter(({ rule }) => rule === 'slack-token') : candidates;
  expect(await verifierOf(fetch).verify(some)).toEqual(some.map(() => 'unknown'));
  expect(asked.map(({ url }) => url)).not.toContain('/elsewhere');
});

test('a provider that hangs is waited for no longer than the limits say', async () => {
  const { fetch, be } = await serveProviders(contracts);
  be('hangs');
  const some = candidates.slice(0, 3);
  const limits = { requestMs: 30, totalMs: 40, atOnce: 1 };
  // The second request is cut off by the limit of all, so that the third one is not sent.
  const [first, second, third] = await verifierOf(fetch, limits).verify(some);
  expect(first).toBe('unknown');
  expect(second === 'unknown' || second === 'unasked').toBe(true);
  expect(third).toBe('unasked');
});

test('the time limit for all requests begins with the first one, however long reading files took before', async () => {
  const { fetch } = await serveProviders(contracts);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  try {
    const verifier = verifierOf(fetch, { totalMs: 31_234 });
    expect(timeout).not.toHaveBeenCalled();
    expect(await verifier.verify(candidates.slice(0, 1))).toEqual(['live']);
    expect(timeout).toHaveBeenCalledWith(31_234);
  } finally {
    timeout.mockRestore();
  }
});

test('no more secrets are verified than the limit allows, over all calls', async () => {
  const { fetch, asked } = await serveProviders(contracts);
  const verifier = verifierOf(fetch, { checks: 3 });
  const answers = [
    ...(await verifier.verify(candidates.slice(0, 2))),
    ...(await verifier.verify(candidates.slice(2))),
  ];
  expect(answers.filter((answer) => answer !== 'unasked')).toHaveLength(3);
  expect(asked).toHaveLength(3);
});

test('a text that is not a secret of its kind is never sent: no other rule, no other format, no header', async () => {
  const { fetch, asked } = await serveProviders(contracts);
  const verifier = verifierOf(fetch);
  const [{ rule = '', secret = '' } = {}] = candidates;
  const others = [
    { rule: 'generic-secret', secret },
    { rule: '__proto__', secret },
    { rule, secret: `${secret}\r\nx-other: 1` },
    { rule, secret: `${secret} ` },
    { rule, secret: '' },
  ];
  expect(others.some((one) => verifier.accepts(one))).toBe(false);
  expect(await verifier.verify(others)).toEqual(others.map(() => 'unknown'));
  expect(asked).toEqual([]);
});

test('an error of a request is not reported, since it may contain the secret', async () => {
  const failing: OutboundFetch = async (url, request) => {
    throw new OutboundFailure('unreachable', { cause: JSON.stringify([url, request?.headers]) });
  };
  expect(await verifierOf(failing).verify(candidates.slice(0, 1))).toEqual(['unknown']);
});
