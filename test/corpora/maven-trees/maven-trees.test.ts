import { describe, expect, test } from 'vitest';
import { debianPoms, generatedCount } from './answers.ts';
import { compareDebian, compareTrees, debianCases } from './compared-trees.ts';
import { generatedCases } from './generated-cases.ts';
import { ruleCases } from './rule-cases.ts';

type Compared = Awaited<ReturnType<typeof compareTrees>>;

const expectSame = (compared: Compared): void => {
  expect(compared.length).toBeGreaterThan(0);
  for (const { expected, found, isTold, problems } of compared)
    // What Maven fails at is told.
    if (isTold) expect(problems.length).toBeGreaterThan(0);
    else expect(found).toEqual(expected);
};

describe('the trees are those of Maven 3.8.7:', () => {
  test.each(ruleCases.map((each) => [each.name, each] as const))('%s', async (_, each) =>
    expectSame(await compareTrees(each)),
  );

  test(`${generatedCount} generated repositories with parents, BOMs, ranges, exclusions, scopes and relocations`, async () => {
    for (const each of generatedCases(generatedCount)) expectSame(await compareTrees(each));
  });

  test('artifacts of Debian, with their real poms', async () => {
    expect(debianCases.length).toBeGreaterThan(90);
    expect(debianPoms().size).toBeGreaterThan(200);
    for (const each of debianCases) expectSame(await compareDebian(each));
  });
});
