import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { compileOrTryRules } from '#app/policy/rules/compile-and-try-rules.ts';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import { tryRules } from '@scangate/engines/custom-rules/try-rules';
import type { RuleSandbox } from '#ports/scans/rule-trial.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { acmeSecret, acmeToken } from '#test/support/rules/custom-rules.ts';
import { commitHash, taskContextAt, workflowWorld } from '#test/support/scans/workflow.ts';

const worldWith = (files: Record<string, string>) => {
  const world = workflowWorld();
  world.sources.commits.set(commitHash, files);
  const ruleSandbox: RuleSandbox = {
    check: checkRules,
    try: async (archive, question) => {
      const { files: unpacked } = await world.sourceArchive.unpack(Readable.from(archive));
      return tryRules(unpacked, question);
    },
  };
  return { ...world, ruleSandbox };
};

const repository = {
  organizationId: 'o',
  repositoryId: 'r',
  url: 'https://git.example.com/a',
  credential: { ciphertext: 'sealed' },
};
const scope = { unitPaths: [''], scanTypes: ['secrets'] };
const question = { kind: 'try', rules: [acmeToken], repository, commitHash, ...scope } as const;

test('the commit is fetched with the credential of its repository, and none of its files is stored', async () => {
  const world = worldWith({ 'a.txt': 'nothing', 'src/b.py': `x = "${acmeSecret}"\n` });
  const report = await compileOrTryRules(question as never, world, taskContextAt());
  expect(report).toEqual({
    answer: {
      findings: [{ rule: 'custom/acme-token', severity: 'critical', file: 'src/b.py', line: 1 }],
      gaps: [],
    },
  });
  expect(JSON.stringify(report)).not.toContain(acmeSecret);
  expect(world.opened.map(([, context]) => context)).toEqual([{ organization: 'o', repository: 'r' }]);
  expect(world.blobs.objects.size).toBe(0);
});

test('a refusal by a host is returned as data', async () => {
  const world = worldWith({});
  world.sources.failure = new SourceFailure('repo_access', 'The host refuses.');
  const report = await compileOrTryRules(question as never, world, taskContextAt());
  expect(report).toEqual({ failure: { errorCode: 'repo_access', error: 'The host refuses.' } });
});

test('rules without a commit are compiled without a host', async () => {
  const world = worldWith({});
  const wrong = { ...acmeToken, expression: '(' };
  const report = await compileOrTryRules({ kind: 'check', rules: [wrong] }, world, taskContextAt());
  expect(report).toMatchObject({ answer: [{ pointer: '/0/expression' }] });
  expect(world.sources.requested).toEqual([]);
});
