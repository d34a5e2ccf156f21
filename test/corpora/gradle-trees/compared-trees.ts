import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { Inventory } from '@scangate/engines/model/component';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { filesOf, inventoryOf } from '#test/engines/inventory/inventory-fixtures.ts';
import { buildScript, configurations, gradleCases, type GradleCase } from './gradle-case.ts';

interface Answer {
  name: string;
  /** Each is `configuration from to`. */
  edges: string[];
  report: string;
}

const answers = new Map(
  readFileSync(join(import.meta.dirname, 'answers.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
    .map((answer) => [answer.name, answer]),
);

const named = (ref: string): string => ref.replace(/^pkg:maven\/(.*)\/(.*)@(.*)$/, '$1:$2:$3');

/** The edges of an inventory, and those of the project itself. */
const edgesOf = ({ components, direct }: Inventory): string[] =>
  [
    ...direct.map((ref) => `project ${named(ref)}`),
    ...components.flatMap(({ ref, dependsOn }) =>
      dependsOn.map((needed) => `${named(ref)} ${named(needed)}`),
    ),
  ].toSorted();

/** The edges of one configuration or of all, as Gradle resolved them. */
const resolved = ({ edges }: Answer, only?: string): string[] => {
  const own = edges.map((edge) => edge.split(' ')).filter(([name]) => only === undefined || name === only);
  return [...new Set(own.map(([, from, to]) => `${from} ${to}`))].toSorted();
};

/** The part of a report about one configuration, with the line that ends a report. */
const partOf = ({ report }: Answer, configuration: string): string => {
  const from = report.indexOf(`\n${configuration} - `);
  return `${report.slice(from, report.indexOf('\n\n', from))}\n\nBUILD SUCCESSFUL\n`;
};

/** The edges that Gradle resolved and those that the engine finds. */
interface ComparedEdges {
  expected: string[];
  found: string[];
  unread: readonly unknown[];
}

/** Compares the edges in Gradle's report about a configuration with those that Gradle resolved. */
export const compareReport = ({ name }: GradleCase, configuration: string): ComparedEdges => {
  const answer = answers.get(name)!;
  const inventory = inventoryOf({ 'gradle-dependencies.txt': partOf(answer, configuration) });
  const { unread } = inventory;
  return { expected: resolved(answer, configuration), found: edgesOf(inventory), unread };
};

/** Compares the edges that a build has by its poms with those that Gradle resolved. */
export const compareBuild = async (each: GradleCase): Promise<ComparedEdges> => {
  const unit = filesOf({ 'build.gradle': buildScript(each) });
  const poms = await loadPoms(unit, publishedFrom(publishedOf(each)));
  const inventory = readInventory(unit, 'gradle', poms);
  // What is only compiled against is in no class path that Gradle was asked about.
  const found = edgesOf(inventory).filter((edge) => edge !== 'project g:o:1.0');
  return { expected: resolved(answers.get(each.name)!), found, unread: inventory.unread };
};

/** Compares all cases. */
export const gradleComparisons = async (): Promise<Record<'reports' | 'builds', ComparedEdges[]>> => ({
  reports: gradleCases.flatMap((each) => configurations.map((name) => compareReport(each, name))),
  builds: await Promise.all(gradleCases.map(compareBuild)),
});
