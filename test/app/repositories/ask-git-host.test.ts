import { describe, expect, test } from 'vitest';
import { askGitHost } from '#app/repositories/ask-git-host.ts';
import { Transient } from '@scangate/domain/problem';
import type { RepositorySecretContext } from '#ports/secret-cipher.ts';
import { SourceFailure, type SourceLocation } from '#ports/git-sources.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { noon } from '#test/support/world.ts';

const repository = {
  organizationId: 'o-1',
  repositoryId: 'r-1',
  url: 'https://git.example.com/acme/shop',
  credential: { username: 'bot', ciphertext: 'sealed' },
};
const repositorySecrets = {
  decrypt: async (ciphertext: string, { organization, repository: of }: RepositorySecretContext) =>
    `${ciphertext} for ${organization} ${of}`,
};
const asked: SourceLocation[] = [];
const host = {
  verify: async (location: SourceLocation) => {
    asked.push(location);
    return { provider: 'git', defaultBranch: 'main' };
  },
  resolveBranch: async (_location: SourceLocation, branch: string) => {
    if (branch === 'develop') return 'c'.repeat(40);
    throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
  },
};
const failing = (error: unknown) => ({
  ...host,
  verify: async () => {
    throw error;
  },
});
const check = (branch: string | undefined, sources: typeof host = host, context = taskContextAt(noon)) =>
  askGitHost({ repository, branch }, { sources, repositorySecrets }, context);

describe('the check of a source', () => {
  test('uses the credential, which is decrypted for this repository only', async () => {
    expect(await check(undefined)).toEqual({ provider: 'git', defaultBranch: 'main' });
    const credential = { username: 'bot', secret: 'sealed for o-1 r-1' };
    expect(asked.at(-1)).toEqual({ url: repository.url, credential });
  });

  test.each([
    ['main', true],
    ['develop', true],
    ['mian', false],
  ])('looks up the branch %s: %s', async (branch, hasBranch) => {
    expect(await check(branch)).toMatchObject({ hasBranch });
  });

  test('reports the message of the host as data', async () => {
    const failure = new SourceFailure('rate_limit', 'Slow down.', 30);
    expect(await check(undefined, failing(failure))).toEqual({
      failure: { errorCode: 'rate_limit', message: 'Slow down.', retryAfterSeconds: 30 },
    });
  });

  test('reports a host that does not answer, even when the time is over', async () => {
    const over = { ...taskContextAt(noon), signal: AbortSignal.abort() };
    const failure = { errorCode: 'repo_access', message: 'The host does not answer.' };
    expect(await check(undefined, failing(new Transient('reset')))).toEqual({ failure });
    expect(await check(undefined, failing(new Error('aborted')), over)).toEqual({ failure });
  });

  test('throws an error that is not a failure of the host', async () => {
    await expect(check(undefined, failing(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});
