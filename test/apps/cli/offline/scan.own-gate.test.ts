import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runScan } from '#test/support/cli/run-scan.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const verdictOf = async (...patterns: string[]): Promise<string> => {
  const paths = patterns.flatMap((pattern) => globSync(pattern)).filter((path) => statSync(path).isFile());
  const texts = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')]);
  const { out } = await runScan([
    makeRepository(Object.fromEntries(texts)),
    '--json',
    '--types',
    'sast,secrets',
  ]);
  return (JSON.parse(out) as { verdict: { verdict: string } }).verdict.verdict;
};

test('the gate of this repository passes with its examples, and because of its ignore file alone', async () => {
  const examples = 'examples/findings/**';
  expect([await verdictOf(examples), await verdictOf(examples, '.scangateignore')]).toEqual(['FAIL', 'PASS']);
});
