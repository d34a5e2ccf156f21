import { compareText } from '../model/compare-text.ts';
import { strongerScope, type DependencyScope } from '../model/component.ts';
import { membersOf, type Json } from './json-members.ts';

/** A package of a dependency graph. Packages with the same package URL are one. */
export interface GraphPackage {
  /** The package URL; for a package without one its name and version. */
  purl: string;
  version?: string;
  /** Whether it is a direct dependency of a project. */
  direct: boolean;
  scope: DependencyScope;
}

export interface PackageGraph {
  packages: Map<string, GraphPackage>;
  /** The dependencies of each package, in the order of their URLs. */
  dependencies: Map<string, string[]>;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const scopeOf = (stated: unknown): DependencyScope => {
  if (stated === 'excluded') return 'dev';
  return stated === 'optional' ? 'optional' : 'required';
};

const packageOf = (component: Json): GraphPackage => {
  const { version, purl, group, name, scope } = component;
  const named = [group, name].filter((part) => typeof part === 'string').join('/');
  const label = typeof version === 'string' ? `${named}@${version}` : named;
  return {
    purl: typeof purl === 'string' ? purl : label,
    ...(typeof version === 'string' && { version }),
    direct: false,
    scope: scopeOf(scope),
  };
};

/** Combines a package of two units: it is required when one of them requires it. */
const joined = (known: GraphPackage | undefined, other: GraphPackage): GraphPackage =>
  known
    ? {
        ...known,
        direct: known.direct || other.direct,
        scope: strongerScope(known.scope, other.scope),
      }
    : other;

/** Adds the packages in the document of one unit, and their dependencies. */
const addDocument = (
  document: Json,
  packages: Map<string, GraphPackage>,
  edges: Map<string, Set<string>>,
): void => {
  const subject = String(membersOf(membersOf(document['metadata'])['component'])['bom-ref']);
  const dependencies = listOf(document['dependencies']).map(membersOf);
  const refsOf = (dependency: Json) => listOf(dependency['dependsOn']).map(String);
  const direct = new Set(dependencies.filter(({ ref }) => ref === subject).flatMap(refsOf));
  const byRef = new Map<string, string>();
  for (const component of listOf(document['components']).map(membersOf)) {
    const ref = String(component['bom-ref']);
    const found = { ...packageOf(component), direct: direct.has(ref) };
    byRef.set(ref, found.purl);
    packages.set(found.purl, joined(packages.get(found.purl), found));
  }
  for (const dependency of dependencies) {
    const from = byRef.get(String(dependency['ref']));
    if (from === undefined) continue;
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const ref of refsOf(dependency)) {
      const to = byRef.get(ref);
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
};

/** Reads the dependency graph of the units of a scan from their CycloneDX documents. */
export const sbomGraph = (documents: readonly object[]): PackageGraph => {
  const packages = new Map<string, GraphPackage>();
  const edges = new Map<string, Set<string>>();
  for (const document of documents) addDocument(document as Json, packages, edges);
  const dependencies = [...edges].map(([from, to]) => [from, [...to].toSorted(compareText)] as const);
  return { packages, dependencies: new Map(dependencies) };
};
