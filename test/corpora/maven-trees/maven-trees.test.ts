import { describe, expect, test } from 'vitest';
import { debianPoms, generatedCount, mavenAnswers } from './answers.ts';
import { engineTrees, publishedFrom, publishedOf } from './engine-tree.ts';
import { generatedCases } from './generated-cases.ts';
import { dep, pomXml, type MavenCase } from './maven-case.ts';
import { ruleCases } from './rule-cases.ts';

const answers = mavenAnswers();
const debian = publishedFrom(debianPoms());

/** Poms in a circle of parents are invalid for Maven, which then leaves out what they state; here it is kept and told. */
const keptHere = new Set(['inheritance: parents in a cycle']);

const expectSame = async (each: MavenCase, published = publishedFrom(publishedOf(each))): Promise<void> => {
  const trees = await engineTrees(each, published);
  const asked = Object.entries(answers.get(each.name) ?? {});
  expect(asked.length).toBeGreaterThan(0);
  for (const [path, lines] of asked) {
    const { lines: found, problems } = trees.get(path)!;
    // What Maven fails at is told.
    if (lines[0]?.startsWith('fails') || keptHere.has(each.name)) expect(problems.length).toBeGreaterThan(0);
    else expect(found).toEqual(lines);
  }
};

describe('the trees are those of Maven 3.8.7:', () => {
  test.each(ruleCases.map((each) => [each.name, each] as const))('%s', (_, each) => expectSame(each));

  test(`${generatedCount} generated repositories with parents, BOMs, ranges, exclusions, scopes and relocations`, async () => {
    for (const each of generatedCases(generatedCount)) await expectSame(each);
  });

  test('artifacts of Debian, with their real poms', async () => {
    const named = [...answers.keys()].filter((name) => name.startsWith('debian '));
    expect(named.length).toBeGreaterThan(90);
    expect(debianPoms().size).toBeGreaterThan(200);
    for (const name of named) {
      const files = { 'pom.xml': pomXml('t:p:1', { needs: [dep(name.slice('debian '.length))] }) };
      await expectSame({ name, repository: {}, files }, debian);
    }
  });
});
