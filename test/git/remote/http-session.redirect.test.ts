import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { answer, serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();
const secret = 'not-a-real-secret-4711';
const credential = { username: 'reader', secret };

const moved: Intercept = (request, response) => {
  if (request.url?.startsWith('/owner/')) return false;
  const location = request.url?.replace('/old/name', '/owner/repo') ?? '';
  return response.writeHead(301, { location }).end() !== undefined;
};

const toItself: Intercept = (request, response) =>
  response.writeHead(307, { location: request.url }).end() !== undefined;

test('a credential never follows a redirect to another host', async () => {
  const other = await serveGit(makeRepository({ a: 'a' }));
  const intercept: Intercept = (request, response) =>
    response.writeHead(302, { location: `http://localhost:${other.port}${request.url}` }).end() !== undefined;
  const { url } = await serveGit(makeRepository(), { intercept });
  const failure = await failureOf(client.defaultBranch({ url, credential }, signal));
  expect(failure).toMatchObject({ reason: 'access_denied' });
  expect(other.requests).toEqual([]);
  expect(await client.defaultBranch({ url }, signal)).toBe('trunk');
  expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
});

test('a redirect on the same host is followed with the credential', async () => {
  const repository = makeRepository({ a: 'a' });
  const server = await serveGit(repository, { auth: `reader:${secret}`, intercept: moved });
  const url = `http://127.0.0.1:${server.port}/old/name`;
  const head = git(repository, ['rev-parse', 'HEAD']);
  const { files } = await readAll(
    client.fetchCommit({ location: { url, credential }, commitHash: head, limits }, signal),
  );
  expect(files).toEqual({ a: 'a' });
  expect(server.requests.map((request) => request.url)).toEqual([
    '/old/name/info/refs?service=git-upload-pack',
    '/owner/repo/info/refs?service=git-upload-pack',
    '/owner/repo/git-upload-pack',
  ]);
});

test.each([
  'http://169.254.169.254/info/refs?service=git-upload-pack',
  'https://169.254.169.254/info/refs?service=git-upload-pack',
  'https://[fd00:ec2::254]/info/refs?service=git-upload-pack',
  'http://10.0.0.1/info/refs?service=git-upload-pack',
  'file:///etc/passwd',
  'https://user:word@127.0.0.1/info/refs?service=git-upload-pack',
  'gopher://127.0.0.1/',
  'http://',
])('a redirect to %s is not followed', async (location) => {
  const { url, requests } = await serveGit(makeRepository(), { intercept: answer(302, { location }) });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
  expect(requests).toHaveLength(1);
});

test('endless redirects end after five', async () => {
  const { url, requests } = await serveGit(makeRepository(), { intercept: toItself });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
  expect(requests).toHaveLength(6);
});
