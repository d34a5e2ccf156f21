/** The document of one unit, as `buildSbom` made it. */
export interface SbomPart {
  unitPath: string;
  document: object;
}

export interface MergedSbomInput {
  repository: { fullName: string };
  commitHash: string;
  /** `urn:uuid:` and a UUID in lower case. */
  serialNumber: string;
  timestamp: Date;
}

type Json = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(membersOf) : []);

/**
 * Returns a function that prefixes a bom-ref with the unit's path, so that it is unique in the merged document.
 */
const renamer = (unitPath: string) => {
  const prefix = unitPath.replaceAll('%', '%25').replaceAll(':', '%3A') || '.';
  return (ref: unknown): string => `${prefix}:${String(ref)}`;
};

type Rename = ReturnType<typeof renamer>;

const renamed = (component: Json, rename: Rename): Json => ({
  ...component,
  ...(component['bom-ref'] !== undefined && { 'bom-ref': rename(component['bom-ref']) }),
  ...(Array.isArray(component['components']) && {
    components: listOf(component['components']).map((part) => renamed(part, rename)),
  }),
});

const renamedEdges = (dependency: Json, rename: Rename): Json => ({
  ref: rename(dependency['ref']),
  ...(Array.isArray(dependency['dependsOn']) && { dependsOn: dependency['dependsOn'].map(rename) }),
});

interface Unit {
  subject: Json;
  components: Json[];
  dependencies: Json[];
}

/** Moves the metadata of a unit's document to the component that represents the unit. */
const unitOf = ({ unitPath, document }: SbomPart): Unit => {
  const part = membersOf(document);
  const metadata = membersOf(part['metadata']);
  const rename = renamer(unitPath);
  const subject = {
    type: 'application',
    name: unitPath || '.',
    'bom-ref': rename('unit'),
    ...renamed(membersOf(metadata['component']), rename),
  };
  const properties = listOf(metadata['properties']).filter(
    ({ name }) => name !== 'scangate:repository' && name !== 'scangate:commit',
  );
  return {
    subject: { ...subject, ...(properties.length > 0 && { properties }) },
    components: listOf(part['components']).map((component) => renamed(component, rename)),
    dependencies: listOf(part['dependencies']).map((dependency) => renamedEdges(dependency, rename)),
  };
};

/**
 * Merges the documents of several units into one CycloneDX 1.6 document: the repository is the subject and
 * depends on the units, and each unit is an application with its own dependencies. Equal inputs give equal
 * text.
 */
export const mergeSboms = (parts: readonly SbomPart[], input: MergedSbomInput): string => {
  const { repository, commitHash, serialNumber, timestamp } = input;
  const units = parts.map(unitOf);
  const subject = 'repository';
  return JSON.stringify({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    serialNumber,
    metadata: {
      timestamp: timestamp.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      tools: { components: [{ type: 'application', name: 'scangate' }] },
      component: { type: 'application', name: repository.fullName, version: commitHash, 'bom-ref': subject },
      properties: [
        { name: 'scangate:repository', value: repository.fullName },
        { name: 'scangate:commit', value: commitHash },
      ],
    },
    components: units.flatMap((unit) => [unit.subject, ...unit.components]),
    dependencies: [
      { ref: subject, dependsOn: units.map((unit) => unit.subject['bom-ref']) },
      ...units.flatMap((unit) => unit.dependencies),
    ],
  });
};
