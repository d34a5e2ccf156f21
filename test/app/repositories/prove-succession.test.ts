import { describe, expect, test } from 'vitest';
import { proveSuccession } from '#app/repositories/prove-succession.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

const repository = { organizationId: 'o-1', repositoryId: 'r-1', url: 'https://git.example.com/acme/shop' };
const repositorySecrets = { decrypt: async (ciphertext: string) => ciphertext };

/** A host that knows the parents of commits, and the tip of main. */
const hostOf = (parents: Record<string, string[]>, tip: string, failure?: Error) => {
  const reach = (from: string): string[] => [from, ...(parents[from] ?? []).flatMap(reach)];
  return {
    resolveBranch: async () => tip,
    ancestorsOf: async ({ tip: from, commits }: { tip: string; commits: readonly string[] }) => {
      if (failure) throw failure;
      return reach(from).filter((hash) => commits.includes(hash));
    },
  };
};
const prove = (sources: ReturnType<typeof hostOf>, commitHash: string, after: string) =>
  proveSuccession(
    { repository, branch: 'main', commitHash, after },
    { sources, repositorySecrets },
    taskContextAt(),
  );

describe('a commit counts as newer than a known one', () => {
  // main: 1 - 2 - 4 (merge of 2 and 3), where 3 is a commit of a merged branch that began at 1.
  const merged = hostOf({ 4: ['2', '3'], 2: ['1'], 3: ['1'] }, '4');
  test.each([
    ['a descendant', '2', '1', true],
    ['a merge', '4', '3', true],
    ['an ancestor', '1', '2', false],
    ['a commit of a merged branch beside it', '3', '2', false],
  ])('when it is %s of it: %s after %s is %s', async (_which, commit, after, succeeds) => {
    expect(await prove(merged, commit, after)).toEqual({ succeeds });
  });

  test('when the branch has it and no longer has the known one, because it was rewritten', async () => {
    const rewritten = hostOf({ 9: ['8'], 8: ['1'] }, '9');
    expect(await prove(rewritten, '8', '2')).toEqual({ succeeds: true });
  });

  test('but not when the branch has neither of them', async () => {
    expect(await prove(hostOf({ 9: ['8'] }, '9'), '5', '2')).toEqual({ succeeds: false });
  });

  test('but not when the host no longer has it', async () => {
    const gone = new SourceFailure('branch_or_commit_not_found', 'No such commit.');
    expect(await prove(hostOf({}, '1', gone), '2', '1')).toEqual({ succeeds: false });
  });
});

test('a failure of the host is reported as data, and a bug is thrown', async () => {
  const refused = new SourceFailure('repo_access', 'No access.');
  expect(await prove(hostOf({}, '1', refused), '2', '1')).toMatchObject({
    failure: { errorCode: 'repo_access' },
  });
  await expect(prove(hostOf({}, '1', new TypeError('bug')), '2', '1')).rejects.toThrow(TypeError);
});
