import type { PublishedPom, PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { parsePom } from '@scangate/engines/inventory/jvm/maven-pom';
import { artifactKey } from '@scangate/engines/inventory/pom-resolution/artifact-key';
import { loadPoms } from '@scangate/engines/inventory/pom-resolution/load-poms';
import { MavenProjects } from '@scangate/engines/inventory/pom-resolution/maven-projects';
import { toPublishedPom } from '@scangate/engines/inventory/pom-resolution/published-pom';
import { neededNodes, scopesOf } from '@scangate/engines/inventory/pom-resolution/tree-scopes';
import type { DependencyTree, TreeNode } from '@scangate/engines/inventory/pom-resolution/tree-node';
import { filesOf } from '#test/engines/inventory/inventory-fixtures.ts';
import type { MavenCase } from './maven-case.ts';

/** Serves poms by `group:artifact:version`. */
export const publishedFrom = (poms: ReadonlyMap<string, PublishedPom>): PublishedPoms => {
  const versions = new Map<string, string[]>();
  for (const key of poms.keys()) {
    const at = key.lastIndexOf(':');
    const name = key.slice(0, at);
    versions.set(name, [...(versions.get(name) ?? []), key.slice(at + 1)]);
  }
  return {
    snapshot: async () => ({ id: 'test', poms: poms.size }),
    load: async (asked) =>
      asked.map(({ name, versions: wanted, listsVersions }) => ({
        ...(listsVersions && { versions: versions.get(name) ?? [] }),
        poms: wanted.map((version) => poms.get(`${name}:${version}`) ?? null),
      })),
  };
};

export const publishedOf = ({ repository }: Pick<MavenCase, 'repository'>): Map<string, PublishedPom> =>
  new Map(Object.entries(repository).map(([key, text]) => [key, toPublishedPom(parsePom(text, ''))]));

/** Writes a tree as ResolveTrees.java does. */
const linesOf = (tree: DependencyTree): string[] => {
  const [scopes, needed] = [scopesOf(tree), neededNodes(tree)];
  const lines: string[] = [];
  const write = (node: TreeNode): void => {
    const [group, artifact, extension, classifier] = artifactKey(node.name, node.declared).split(':');
    const scope = `${scopes.get(node)}${needed.has(node) ? '' : ' optional'}`;
    lines.push(`${node.depth} ${group}:${artifact} ${extension}:${classifier} ${node.version} ${scope}`);
    const own = new Set(node.children.filter(({ requestedBy }) => requestedBy[0]?.from === node));
    for (const child of own) write(child);
  };
  for (const node of tree.nodes) if (node.depth === 0) write(node);
  return lines;
};

/** The tree of a project, and what is told about it. */
interface EngineTree {
  lines: string[];
  problems: string[];
}

/** Resolves the projects of a case, by their paths. */
export const engineTrees = async (
  { files }: Pick<MavenCase, 'files'>,
  published: PublishedPoms,
): Promise<Map<string, EngineTree>> => {
  const book = await loadPoms(filesOf(files), published);
  const parsed = new Map(Object.entries(files).map(([path, text]) => [path, parsePom(text, path)]));
  const projects = new MavenProjects(parsed, { book });
  return new Map(
    [...parsed].map(([path, pom]) => {
      const tree = projects.treeOf(pom);
      const { outside, circular } = projects.poms;
      const problems = [...tree.missing, ...tree.unsolvable, ...outside, ...circular];
      return [path, { lines: linesOf(tree), problems }];
    }),
  );
};
