import { expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { answer, serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '#test/support/git/test-repository.ts';

const sources = gitSources({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();
const reset: Intercept = (request) => request.socket.resetAndDestroy() !== undefined;
const credential = { username: 'reader', secret: 'not-a-real-secret' };

test('a repository on this disk and one over the network give the same answers, each with its provider', async () => {
  const repository = makeRepository({ a: 'a' });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository);
  expect(await sources.verify({ url: repository }, signal)).toEqual({
    provider: 'file',
    defaultBranch: 'trunk',
  });
  expect(await sources.verify({ url }, signal)).toEqual({ provider: 'git', defaultBranch: 'trunk' });
  for (const from of [repository, url]) {
    expect(await sources.resolveBranch({ url: from }, 'trunk', signal)).toBe(head);
    const branches = await sources.branches({ url: from }, { limit: 1 }, signal);
    expect(branches).toEqual({ items: [{ name: 'trunk', commitHash: head }], hasMore: false });
    const commit = await readAll(
      sources.fetchCommit({ location: { url: from }, commitHash: head, limits }, signal),
    );
    expect(commit).toEqual({ files: { a: 'a' }, skipped: [] });
    const history = { location: { url: from }, tip: head, commits: [head, '0'.repeat(40)] };
    expect(await sources.ancestorsOf(history, signal)).toEqual([head]);
  }
});

test.each([
  [401, {}, {}, { errorCode: 'pat_required' }],
  [401, {}, { credential }, { errorCode: 'repo_access' }],
  [429, { 'retry-after': '3600' }, {}, { errorCode: 'rate_limit', retryAfterSeconds: 3600 }],
  [418, {}, {}, { errorCode: 'source_invalid' }],
])('an answer %i with %o is a source failure', async (status, headers, access, expected) => {
  const { url } = await serveGit(makeRepository(), { intercept: answer(status, headers) });
  const failure = await failureOf(sources.verify({ url, ...access }, signal));
  expect(failure).toBeInstanceOf(SourceFailure);
  expect(failure).toMatchObject(expected);
});

const impatient = gitSources({ allowed: new Set(['https', 'loopback']), retryDelaysMs: [1, 1, 1] });

test.each([
  [
    'answers 500',
    answer(500, {}, 'Internal error 7'),
    'answered 500: "Internal Server Error Internal error 7"',
  ],
  ['resets the connection', reset, 'ECONNRESET'],
])('a host that %s is asked four times, and then reported as repo_access', async (_, intercept, words) => {
  const { url, requests } = await serveGit(makeRepository({ a: 'a' }), { intercept });
  const fetched = impatient.fetchCommit({ location: { url }, commitHash: '0'.repeat(40), limits }, signal);
  expect(await failureOf(fetched)).toMatchObject({
    errorCode: 'repo_access',
    message: expect.stringContaining(words),
  });
  expect(requests).toHaveLength(4);
});

test('a host that fails once is retried', async () => {
  const repository = makeRepository({ a: 'a' });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  let failures = 3;
  const intercept: Intercept = (request, response) => failures-- > 0 && reset(request, response);
  const { url } = await serveGit(repository, { intercept });
  const fetched = impatient.fetchCommit({ location: { url }, commitHash, limits }, signal);
  expect(await readAll(fetched)).toEqual({ files: { a: 'a' }, skipped: [] });
});

test('a host that takes too long is a workflow_timeout, and an abort between attempts keeps its reason', async () => {
  const { url } = await serveGit(makeRepository(), { intercept: () => true });
  const slow = gitSources({ allowed: new Set(['https', 'loopback']), totalMs: 100 });
  expect(await failureOf(slow.verify({ url }, signal))).toMatchObject({ errorCode: 'workflow_timeout' });
  const failing = await serveGit(makeRepository(), { intercept: answer(500) });
  const patient = gitSources({ allowed: new Set(['https', 'loopback']), retryDelaysMs: [60_000] });
  const reason = new Error('enough');
  const controller = new AbortController();
  const running = failureOf(patient.verify({ url: failing.url }, controller.signal));
  setTimeout(() => controller.abort(reason), 100);
  expect(await running).toBe(reason);
});

test('a missing commit, and files over the limit while they are read, are source failures', async () => {
  const repository = makeRepository({ a: 'a', b: 'b' });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const missing = sources.fetchCommit(
    { location: { url: repository }, commitHash: '0'.repeat(40), limits },
    signal,
  );
  expect(await failureOf(missing)).toMatchObject({ errorCode: 'branch_or_commit_not_found' });
  const tight = sources.fetchCommit(
    { location: { url: repository }, commitHash: head, limits: { ...limits, files: 1 } },
    signal,
  );
  const failure = await failureOf(readAll(tight));
  expect(failure).toBeInstanceOf(SourceFailure);
  expect(failure).toMatchObject({ errorCode: 'source_too_large' });
});

test('a URL that the operator does not permit is an invalid source, and an abort keeps its reason', async () => {
  const strict = gitSources({ allowed: new Set(['https']) });
  for (const url of ['/srv/repository', 'file:///srv/repository', 'http://127.0.0.1/a/b', 'git@host:a/b'])
    expect(await failureOf(strict.verify({ url }, signal))).toMatchObject({ errorCode: 'source_invalid' });
  const reason = new Error('enough');
  const aborted = sources.verify({ url: 'https://git.example/a/b' }, AbortSignal.abort(reason));
  expect(await failureOf(aborted)).toBe(reason);
});
