import { tool } from '../model/tool.ts';
import { membersOf, objectsOf, type Json } from './json-members.ts';

/** The document of one unit, as made by `buildSbom`, and the unique path that it gets. */
export interface SbomPart {
  unitPath: string;
  document: object;
}

export interface MergedSbomInput {
  /** The subject, which consists of the units: a repository at a commit, or a version of a product. */
  subject: { ref: 'repository' | 'bundle'; name: string; version: string; supplier: string };
  /** Facts of the whole document, which the units do not repeat. */
  properties: readonly { name: string; value: string }[];
  /** `urn:uuid:` and a UUID in lower case. */
  serialNumber: string;
  timestamp: Date;
}

/**
 * Returns a function that prefixes a bom-ref with the unit's path, so that it is unique in the merged document.
 */
const renamer = (unitPath: string) => {
  const prefix = unitPath.replaceAll('%', '%25').replaceAll(':', '%3A') || '.';
  return (ref: unknown): string => `${prefix}:${String(ref)}`;
};

type Rename = ReturnType<typeof renamer>;

/** Places are relative to the repository, as the units are. */
const relocated = (component: Json, unitPath: string): Json => {
  const { occurrences } = membersOf(component['evidence']);
  if (!Array.isArray(occurrences) || unitPath === '') return component;
  const places = objectsOf(occurrences).map((place) => ({
    ...place,
    location: `${unitPath}/${String(place['location'])}`,
  }));
  return { ...component, evidence: { ...membersOf(component['evidence']), occurrences: places } };
};

const renamed = (component: Json, rename: Rename): Json => ({
  ...component,
  ...(component['bom-ref'] !== undefined && { 'bom-ref': rename(component['bom-ref']) }),
  ...(Array.isArray(component['components']) && {
    components: objectsOf(component['components']).map((part) => renamed(part, rename)),
  }),
});

const renamedEdges = (dependency: Json, rename: Rename): Json => ({
  ref: rename(dependency['ref']),
  ...(Array.isArray(dependency['dependsOn']) && { dependsOn: dependency['dependsOn'].map(rename) }),
});

/** Renames the refs of a list of completeness statements. */
const renamedComposition = (composition: Json, rename: Rename): Json => ({
  ...composition,
  ...(Array.isArray(composition['assemblies']) && { assemblies: composition['assemblies'].map(rename) }),
  ...(Array.isArray(composition['dependencies']) && {
    dependencies: composition['dependencies'].map(rename),
  }),
});

interface Unit {
  subject: Json;
  components: Json[];
  dependencies: Json[];
  compositions: Json[];
}

/** Moves the metadata of a unit's document to the component that represents the unit. */
const unitOf = ({ unitPath, document }: SbomPart, known: MergedSbomInput['properties']): Unit => {
  const part = membersOf(document);
  const metadata = membersOf(part['metadata']);
  const rename = renamer(unitPath);
  const subject = {
    type: 'application',
    name: unitPath || '.',
    'bom-ref': rename('unit'),
    ...renamed(membersOf(metadata['component']), rename),
  };
  const properties = objectsOf(metadata['properties']).filter(
    ({ name, value }) => !known.some((one) => one.name === name && one.value === value),
  );
  return {
    subject: { ...subject, ...(properties.length > 0 && { properties }) },
    components: objectsOf(part['components']).map((component) =>
      renamed(relocated(component, unitPath), rename),
    ),
    compositions: objectsOf(part['compositions']).map((each) => renamedComposition(each, rename)),
    dependencies: objectsOf(part['dependencies']).map((dependency) => renamedEdges(dependency, rename)),
  };
};

const developmentProperty = /^cdx:[a-z]{1,20}:package:development$/;
const scopeOrder = ['required', 'optional', 'excluded'];

/** Combines a package of two units: the stronger scope, and the places of both. */
const combined = (first: Json, second: Json): Json => {
  const [scope] = [first['scope'], second['scope']]
    .map((each) => (typeof each === 'string' ? each : 'required'))
    .sort((a, b) => scopeOrder.indexOf(a) - scopeOrder.indexOf(b));
  const occurrences = [first, second].flatMap((each) =>
    objectsOf(membersOf(each['evidence'])['occurrences']),
  );
  const { properties: _, ...rest } = { ...second, ...first };
  const properties = objectsOf(first['properties'] ?? second['properties']).filter(
    ({ name }) => scope === 'excluded' || !developmentProperty.test(String(name)),
  );
  return {
    ...rest,
    scope,
    ...(properties.length > 0 && { properties }),
    ...(occurrences.length > 0 && { evidence: { occurrences } }),
  };
};

/** Merges a package of several units into one component, to which the edges of all units refer. */
const withOnePerPurl = (units: readonly Unit[]): { units: Unit[]; dependencies: Json[] } => {
  const kept = new Map<string, Json>();
  const refOf = new Map<unknown, unknown>();
  for (const component of units.flatMap((unit) => unit.components)) {
    const { purl, 'bom-ref': ref } = component;
    const known = typeof purl === 'string' ? kept.get(purl) : undefined;
    const key = typeof purl === 'string' ? purl : `|${String(ref)}`;
    refOf.set(ref, known?.['bom-ref'] ?? ref);
    kept.set(key, known ? combined(known, component) : component);
  }
  const current = (ref: unknown): unknown => refOf.get(ref) ?? ref;
  const currentList = (refs: unknown): unknown =>
    Array.isArray(refs) ? [...new Set(refs.map(current))] : refs;
  const edges = new Map<unknown, Set<unknown>>();
  for (const { ref, dependsOn } of units.flatMap((unit) => unit.dependencies)) {
    const targets = edges.get(current(ref)) ?? new Set();
    for (const to of Array.isArray(dependsOn) ? dependsOn : []) targets.add(current(to));
    edges.set(current(ref), targets);
  }
  const byRef = new Map([...kept.values()].map((component) => [component['bom-ref'], component] as const));
  return {
    units: units.map((unit) => ({
      ...unit,
      components: unit.components.flatMap((component): Json[] => {
        const one = byRef.get(component['bom-ref']);
        return one ? [one] : [];
      }),
      compositions: unit.compositions.map((each): Json => ({
        ...each,
        ...(each['assemblies'] !== undefined && { assemblies: currentList(each['assemblies']) }),
        ...(each['dependencies'] !== undefined && { dependencies: currentList(each['dependencies']) }),
      })),
    })),
    dependencies: [...edges].map(([ref, to]) => ({ ref, ...(to.size > 0 && { dependsOn: [...to] }) })),
  };
};

/**
 * Merges the documents of several units into one CycloneDX 1.6 document: the subject
 * depends on the units, and each unit is an application with its own dependencies. Equal inputs give equal
 * text.
 */
export const mergeSboms = (parts: readonly SbomPart[], input: MergedSbomInput): string => {
  const { subject, properties, serialNumber, timestamp } = input;
  const { units, dependencies } = withOnePerPurl(parts.map((part) => unitOf(part, properties)));
  return JSON.stringify({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    serialNumber,
    metadata: {
      timestamp: timestamp.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      authors: [{ name: tool.vendor }],
      supplier: { name: subject.supplier },
      tools: {
        components: [
          { type: 'application', name: tool.name, version: tool.version, supplier: { name: tool.vendor } },
        ],
      },
      component: {
        type: 'application',
        name: subject.name,
        version: subject.version,
        supplier: { name: subject.supplier },
        'bom-ref': subject.ref,
      },
      properties,
    },
    components: units.flatMap((unit) => [unit.subject, ...unit.components]),
    dependencies: [
      { ref: subject.ref, dependsOn: units.map((unit) => unit.subject['bom-ref']) },
      ...dependencies,
    ],
    compositions: units.flatMap((unit) => unit.compositions),
  });
};
