import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { answer, serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { failureOf, makeRepository } from '#test/support/git/test-repository.ts';

const allowed = new Set(['https', 'loopback'] as const);
const client = connectedGitClient({ allowed });
const { signal } = new AbortController();

const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
const resetAt = String(Date.parse(date) / 1000 + 120);
test.each([
  [429, { 'retry-after': '90' }, 90],
  [429, { date, 'retry-after': 'Thu, 01 Jan 2026 00:05:00 GMT' }, 300],
  [429, {}, undefined],
  [429, { 'retry-after': 'soon' }, undefined],
  [403, { date, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetAt }, 120],
  [403, { 'ratelimit-remaining': '0', 'ratelimit-reset': '75' }, 75],
  [403, { 'retry-after': '3600' }, 3600],
])('%i with %o is a rate limit that says when to retry', async (status, headers, retryAfterSeconds) => {
  const { url, requests } = await serveGit(makeRepository(), { intercept: answer(status, headers) });
  const failure = await failureOf(client.defaultBranch({ url }, signal));
  expect(failure).toMatchObject({ reason: 'rate_limited', retryAfterSeconds });
  expect(requests).toHaveLength(1);
});

test('a short Retry-After is waited for, and then the request succeeds', async () => {
  let refusals = 1;
  const intercept: Intercept = (_, response) => {
    if (refusals === 0) return false;
    refusals -= 1;
    return response.writeHead(429, { 'retry-after': '1' }).end() !== undefined;
  };
  const { url } = await serveGit(makeRepository({ a: 'a' }), { intercept });
  expect(await client.defaultBranch({ url }, signal)).toBe('trunk');
});

test('waiting for a host is limited, and an abort ends it at once', async () => {
  const { url, requests } = await serveGit(makeRepository(), {
    intercept: answer(429, { 'retry-after': '0' }),
  });
  const bounded = connectedGitClient({ allowed, waitSeconds: 2 });
  expect(await failureOf(bounded.defaultBranch({ url }, signal))).toMatchObject({ reason: 'rate_limited' });
  expect(requests.length).toBeLessThanOrEqual(4);
  const reason = new Error('enough');
  const controller = new AbortController();
  const running = failureOf(
    connectedGitClient({ allowed, waitSeconds: 60 }).defaultBranch({ url }, controller.signal),
  );
  setTimeout(() => controller.abort(reason), 100);
  expect(await running).toBe(reason);
});
