import { expect, test } from 'vitest';
import { GitFailure, GitTransient } from '@scangate/git';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { answer, serveGit, type Intercept } from '../support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();
const secret = 'not-a-real-secret-4711';
const credential = { username: 'reader', secret };

const toSignIn: Intercept = (request, response) => {
  const isSignIn = request.url?.startsWith('/sign-in');
  response
    .writeHead(isSignIn ? 200 : 302, { location: '/sign-in', 'content-type': 'text/html' })
    .end('<html>');
  return true;
};

test('a private repository opens with its credential, which is only sent to its host', async () => {
  const repository = makeRepository({ a: 'private' });
  const server = await serveGit(repository, { auth: `reader:${secret}` });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const location = { url: server.url, credential };
  expect(await client.defaultBranch(location, signal)).toBe('trunk');
  const { files } = await readAll(client.fetchCommit({ location, commitHash: head, limits }, signal));
  expect(files).toEqual({ a: 'private' });
  expect(server.requests.every(({ url }) => !url.includes(secret))).toBe(true);
});

test('a token without a user name is sent with the user name that the host expects', async () => {
  const repository = makeRepository({ a: 'a' });
  const { url } = await serveGit(repository, { auth: `x-access-token:${secret}` });
  expect(await client.defaultBranch({ url, credential: { secret } }, signal)).toBe('trunk');
});

test.each([401, 403, 404])('%i requires a credential, or refuses the given one', async (status) => {
  const { url } = await serveGit(makeRepository(), { intercept: answer(status, {}, secret) });
  const open = await failureOf(client.defaultBranch({ url }, signal));
  expect(open).toMatchObject({ reason: 'credential_required' });
  const refused = await failureOf(client.defaultBranch({ url, credential }, signal));
  expect(refused).toMatchObject({ reason: 'access_denied' });
});

test('a redirect to a sign-in page is a refusal', async () => {
  const { url } = await serveGit(makeRepository(), { intercept: toSignIn });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'credential_required',
  });
});

test.each([
  ['a web page', answer(200, { 'content-type': 'text/html' }, '<html>')],
  ['a dumb server', answer(200, { 'content-type': 'text/plain' }, 'abc\trefs/heads/main\n')],
  ['an unexpected status', answer(418)],
  ['nonsense', answer(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }, 'nonsense')],
  ['nothing', answer(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })],
])('%s at the URL is not a repository', async (_, intercept) => {
  const { url } = await serveGit(makeRepository(), { intercept });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
});

test.each([500, 502, 503, 408])('%i is transient', async (status) => {
  const { url } = await serveGit(makeRepository(), { intercept: answer(status) });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toBeInstanceOf(GitTransient);
});

test('no failure contains the credential', async () => {
  const words = `your token ${secret} is bad`;
  const line = `ERR ${words}`;
  const packet = (line.length + 4).toString(16).padStart(4, '0') + line;
  const type = { 'content-type': 'application/x-git-upload-pack-advertisement' };
  const intercepts = [
    answer(401, { 'www-authenticate': words }, words),
    answer(500, {}, words),
    answer(302, { location: `https://${secret}.example:1/x` }),
    answer(200, type, packet),
    answer(200, { 'content-type': words }),
  ];
  for (const intercept of intercepts) {
    const { url } = await serveGit(makeRepository(), { intercept });
    const failure = await failureOf(client.defaultBranch({ url, credential }, signal));
    expect(failure instanceof GitFailure || failure instanceof GitTransient).toBe(true);
    expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain(secret);
  }
});
