import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { debianPoms, generatedCount, mavenAnswers } from './answers.ts';
import { engineTrees, publishedFrom, publishedOf } from './engine-tree.ts';
import { generatedCases } from './generated-cases.ts';
import { dep, pomXml, type MavenCase } from './maven-case.ts';
import { ruleCases } from './rule-cases.ts';

const answers = mavenAnswers();

/** Poms in a circle of parents are invalid for Maven, which then leaves out what they state; here it is kept and told. */
const keptHere = new Set(['inheritance: parents in a cycle']);

/** The tree of a project as Maven answered, and as the engine resolves it. */
interface ComparedTree {
  expected: string[];
  found: string[];
  /** Whether Maven has no tree to compare with: it fails, or leaves out what is kept here. */
  isTold: boolean;
  problems: readonly string[];
}

/** Compares the trees of a case. */
export const compareTrees = async (
  each: MavenCase,
  published: PublishedPoms = publishedFrom(publishedOf(each)),
): Promise<ComparedTree[]> => {
  const trees = await engineTrees(each, published);
  return Object.entries(answers.get(each.name) ?? {}).map(([path, expected]) => {
    const { lines: found, problems } = trees.get(path)!;
    const isTold = expected[0]?.startsWith('fails') === true || keptHere.has(each.name);
    return { expected, found, isTold, problems };
  });
};

const debian = publishedFrom(debianPoms());

/** Projects that depend on one artifact of Debian each. */
export const debianCases: readonly MavenCase[] = [...answers.keys()]
  .filter((name) => name.startsWith('debian '))
  .map((name) => ({
    name,
    repository: {},
    files: { 'pom.xml': pomXml('t:p:1', { needs: [dep(name.slice('debian '.length))] }) },
  }));

/** Compares the tree of a project that depends on an artifact of Debian. */
export const compareDebian = (each: MavenCase): Promise<ComparedTree[]> => compareTrees(each, debian);

/** Compares the trees of all cases that Maven has a tree for. */
export const mavenComparisons = async (): Promise<ComparedTree[]> => {
  const trees = await Promise.all([
    ...[...ruleCases, ...generatedCases(generatedCount)].map((each) => compareTrees(each)),
    ...debianCases.map(compareDebian),
  ]);
  return trees.flat().filter(({ isTold }) => !isTold);
};
