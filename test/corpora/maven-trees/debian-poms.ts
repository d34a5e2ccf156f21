import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parsePom } from '@scangate/engines/inventory/jvm/maven-pom';
import { toPublishedPom } from '@scangate/engines/inventory/pom-resolution/published-pom';
import type { PublishedPom } from '@scangate/engines/model/poms/published-poms';
import { engineTrees, publishedFrom } from './engine-tree.ts';
import { dep, pomXml, type MavenCase } from './maven-case.ts';

/** The repository of the poms of Debian's Java libraries. */
export const debianRepository = process.env['MAVEN_REPO'] ?? '/usr/share/maven-repo';

/** One of so many artifacts is asked about. */
const oneOf = 4;

const parsedAt = (folder: string): [string, PublishedPom] => {
  const parts = relative(debianRepository, folder).split(sep);
  const [artifact = '', version = ''] = parts.slice(-2);
  const text = readFileSync(join(folder, `${artifact}-${version}.pom`), 'utf8');
  return [[parts.slice(0, -2).join('.'), artifact, version].join(':'), toPublishedPom(parsePom(text, ''))];
};

const allPoms = (): Map<string, PublishedPom> => {
  const found = readdirSync(debianRepository, { recursive: true, withFileTypes: true });
  return new Map(
    found.filter(({ name }) => name.endsWith('.pom')).map(({ parentPath }) => parsedAt(parentPath)),
  );
};

/** Makes the project that depends on an artifact alone. */
const debianCase = (coordinates: string): MavenCase => ({
  name: `debian ${coordinates}`,
  repository: {},
  files: { 'pom.xml': pomXml('t:p:1', { needs: [dep(coordinates)] }) },
});

/** Chooses artifacts that Debian has in its version `debian`, with what their trees are resolved by. */
export const chosenOfDebian = async (): Promise<{ cases: MavenCase[]; poms: [string, PublishedPom][] }> => {
  const poms = allPoms();
  const named = [...poms.keys()].filter((key) => key.endsWith(':debian')).sort();
  const cases = named.filter((_, at) => at % oneOf === 0).map(debianCase);
  const used = new Set<string>();
  const published = publishedFrom(poms);
  for (const each of cases)
    await engineTrees(each, {
      ...published,
      load: (asked, snapshot) => {
        for (const { name, versions } of asked)
          for (const version of versions) used.add(`${name}:${version}`);
        return published.load(asked, snapshot);
      },
    });
  return { cases, poms: [...poms].filter(([key]) => used.has(key)).sort(([a], [b]) => (a < b ? -1 : 1)) };
};
