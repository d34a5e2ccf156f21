import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { Inventory } from '@scangate/engines/model/component';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { filesOf, inventoryOf } from '#test/engines/inventory/inventory-fixtures.ts';
import { buildScript, gradleCases } from './gradle-case.ts';

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

describe.each(gradleCases.map((each) => [each.name, each] as const))('%s', (name, each) => {
  const answer = answers.get(name)!;

  test.each(['runtimeClasspath', 'testRuntimeClasspath'])(
    'is read from the report about %s',
    (configuration) => {
      const inventory = inventoryOf({ 'gradle-dependencies.txt': partOf(answer, configuration) });
      expect(inventory.unread).toEqual([]);
      expect(edgesOf(inventory)).toEqual(resolved(answer, configuration));
    },
  );

  test('is resolved by its poms as Gradle does', async () => {
    const unit = filesOf({ 'build.gradle': buildScript(each) });
    const poms = await loadPoms(unit, publishedFrom(publishedOf(each)));
    const inventory = readInventory(unit, 'gradle', poms);
    // What is only compiled against is in no class path that Gradle was asked about.
    const run = edgesOf(inventory).filter((edge) => edge !== 'project g:o:1.0');
    expect(run).toEqual(resolved(answer));
  });
});
