import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GitTransient } from '@scangate/git';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import type { ResolveHostname } from '#adapters/outbound/permitted-address.ts';
import { selfSigned } from '#test/support/git/certificate.ts';
import { answer, serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '#test/support/git/test-repository.ts';

const allowed = new Set(['https', 'loopback'] as const);
const client = connectedGitClient({ allowed });
const { signal } = new AbortController();

const cutOff: Intercept = (request, response) => {
  if (request.method !== 'POST') return false;
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
  response.write('000dpackfile\n0010\u0001PACK', () => response.destroy());
  return true;
};

const trust = (certificate: string): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
};

test('this machine is not contacted unless the operator permits it', async () => {
  const { port, requests } = await serveGit(makeRepository({ a: 'a' }));
  const strict = connectedGitClient({ allowed: new Set(['https']) });
  for (const url of [`http://127.0.0.1:${port}/owner/repo`, `https://127.0.0.1:${port}/owner/repo`])
    expect(await failureOf(strict.defaultBranch({ url }, signal))).toMatchObject({
      reason: 'invalid_repository',
    });
  expect(requests).toEqual([]);
});

test('the connection itself checks the resolved address, even when it changes', async () => {
  const { port, requests } = await serveGit(makeRepository({ a: 'a' }));
  const resolve = vi.fn<ResolveHostname>((_name, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]),
  );
  const rebound = connectedGitClient({ allowed: new Set(['https', 'private']), resolve });
  const failure = await failureOf(
    rebound.defaultBranch({ url: `https://git.example:${port}/owner/repo` }, signal),
  );
  expect(failure).toMatchObject({ reason: 'invalid_repository' });
  expect(resolve).toHaveBeenCalledOnce();
  expect(requests).toEqual([]);
});

test('an unknown host name is an invalid repository', async () => {
  const error = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
  const nowhere = connectedGitClient({
    allowed,
    resolve: (_name, _options, callback) => callback(error, []),
  });
  const failure = await failureOf(nowhere.defaultBranch({ url: 'https://git.example/owner/repo' }, signal));
  expect(failure).toMatchObject({ reason: 'invalid_repository' });
});

/** Starts a server that the test controls. */
const serveRaw = async (handle: (socket: Socket) => void): Promise<string> => {
  const server = createServer().on('connection', handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/owner/repo`;
};

test('a host that is silent, hangs up or refuses the connection is transient', async () => {
  const quick = connectedGitClient({ allowed, idleMs: 100, connectMs: 100 });
  const silent = await serveRaw((socket) => socket.pause());
  expect(await failureOf(quick.defaultBranch({ url: silent }, signal))).toBeInstanceOf(GitTransient);
  const closing = await serveRaw((socket) => socket.destroy());
  expect(await failureOf(quick.defaultBranch({ url: closing }, signal))).toBeInstanceOf(GitTransient);
  const tls = silent.replace('http:', 'https:');
  expect(await failureOf(quick.defaultBranch({ url: tls }, signal))).toBeInstanceOf(GitTransient);
  const closed = 'http://127.0.0.1:1/owner/repo';
  expect(await failureOf(quick.defaultBranch({ url: closed }, signal))).toBeInstanceOf(GitTransient);
});

test('an interrupted answer is transient', async () => {
  const repository = makeRepository({ a: 'a'.repeat(1000) });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository, { intercept: cutOff });
  const failure = await failureOf(
    client.fetchCommit({ location: { url }, commitHash: head, limits }, signal),
  );
  expect(failure).toBeInstanceOf(GitTransient);
});

test('an answer without its final packet is transient', async () => {
  const repository = makeRepository({ a: 'a' });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const intercept =
    (body: string): Intercept =>
    (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' }).end(body);
      return true;
    };
  for (const body of ['', '000dpackfile\n', '000dpackfile\n0009\u0001PACK']) {
    const { url } = await serveGit(repository, { intercept: intercept(body) });
    const failure = await failureOf(
      client.fetchCommit({ location: { url }, commitHash: head, limits }, signal),
    );
    expect(failure).toBeInstanceOf(GitTransient);
  }
});

test('https requires a trusted certificate for this host', async () => {
  const repository = makeRepository({ a: 'a' });
  const certificate = selfSigned('127.0.0.1');
  const { url, port } = await serveGit(repository, { certificate, auth: 'reader:not-a-real-secret' });
  const location = { url, credential: { username: 'reader', secret: 'not-a-real-secret' } };
  const head = git(repository, ['rev-parse', 'HEAD']);
  const untrusted = await failureOf(client.defaultBranch(location, signal));
  expect(untrusted).toMatchObject({
    reason: 'invalid_repository',
    message: expect.stringContaining('certificate'),
  });
  trust(certificate.cert);
  const misnamed = { ...location, url: `https://localhost:${port}/owner/repo` };
  expect(await failureOf(client.defaultBranch(misnamed, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
  const { files } = await readAll(client.fetchCommit({ location, commitHash: head, limits }, signal));
  expect(files).toEqual({ a: 'a' });
});

test('a redirect from https to http is not followed', async () => {
  const plain = await serveGit(makeRepository({ a: 'a' }));
  const certificate = selfSigned('127.0.0.1');
  trust(certificate.cert);
  const location = `${plain.url}/info/refs?service=git-upload-pack`;
  const { url } = await serveGit(makeRepository(), { certificate, intercept: answer(302, { location }) });
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
  expect(plain.requests).toEqual([]);
});

test('an abort throws its reason, before and during a connection', async () => {
  const reason = new Error('enough');
  const { url } = await serveGit(makeRepository(), { intercept: () => true });
  expect(await failureOf(client.defaultBranch({ url }, AbortSignal.abort(reason)))).toBe(reason);
  const controller = new AbortController();
  const running = failureOf(client.defaultBranch({ url }, controller.signal));
  setTimeout(() => controller.abort(reason), 50);
  expect(await running).toBe(reason);
});
