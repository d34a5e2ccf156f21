import { expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { SourceFailure, type SourceLocation } from '#ports/git-sources.ts';
import { serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { failureOf, git, limits, makeRepository, readAll } from '#test/support/git/test-repository.ts';

const { signal } = new AbortController();
const app = { appId: '4711', installationId: '99' };
const privateKey = 'the private key of the App';
const allowed = new Set(['https', 'loopback'] as const);

const basic = (username: string, secret: string): string =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

test('the credential of an App fetches with an installation token, and the private key is never sent', async () => {
  const repository = makeRepository({ a: 'a' });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const sent: (string | undefined)[] = [];
  const intercept: Intercept = (request) => {
    sent.push(request.headers.authorization);
    return false;
  };
  const { url } = await serveGit(repository, { intercept });
  const asked: SourceLocation[] = [];
  const sources = gitSources({
    allowed,
    tokenOf: async (location) => {
      asked.push(location);
      return 'ghs_token';
    },
  });
  const location = { url, credential: { app, secret: privateKey } };
  const fetched = sources.fetchCommit({ location, commitHash, limits }, signal);
  expect(await readAll(fetched)).toEqual({ files: { a: 'a' }, skipped: [] });
  expect(new Set(sent)).toEqual(new Set([basic('x-access-token', 'ghs_token')]));
  expect(asked).toEqual([location]);
});

test('without a token maker, and with one that fails, the result is repo_access', async () => {
  const { url } = await serveGit(makeRepository({ a: 'a' }));
  const location = { url, credential: { app, secret: privateKey } };
  const refusing = async () => {
    throw new SourceFailure('repo_access', 'GitHub refuses the App or its key.');
  };
  for (const sources of [gitSources({ allowed }), gitSources({ allowed, tokenOf: refusing })])
    expect(await failureOf(sources.verify(location, signal))).toMatchObject({ errorCode: 'repo_access' });
});
