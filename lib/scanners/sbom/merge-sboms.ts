/** The document of one unit, as `buildSbom` wrote it. */
export interface SbomPart {
  unitPath: string;
  document: object;
}

export interface MergedSubject {
  repository: { fullName: string };
  commitHash: string;
  /** `urn:uuid:…` */
  serialNumber: string;
  timestamp: Date;
}

interface Entry {
  'bom-ref'?: string;
  [field: string]: unknown;
}
interface Dependency {
  ref: string;
  dependsOn?: string[];
}
interface Document {
  metadata?: { component?: Entry };
  components?: Entry[];
  dependencies?: Dependency[];
}

const rootRef = 'repository';

/** The same package in two units is two components: each ref is told apart by its unit. */
const mergeUnit = ({ unitPath, document }: SbomPart) => {
  const { metadata, components = [], dependencies = [] } = document as Document;
  const refOf = (ref: string): string => `${unitPath || '.'}|${ref}`;
  const named = (entry: Entry): Entry => ({
    ...entry,
    ...(entry['bom-ref'] !== undefined && { 'bom-ref': refOf(entry['bom-ref']) }),
  });
  const unit = metadata?.component && named(metadata.component);
  return {
    unit,
    components: components.map(named),
    dependencies: dependencies.map(({ ref, dependsOn }) => ({
      ref: refOf(ref),
      ...(dependsOn && { dependsOn: dependsOn.map(refOf) }),
    })),
  };
};

/** One CycloneDX 1.6 document of a scan with several units: the repository, its units, and their components. */
export const mergeSboms = (parts: readonly SbomPart[], subject: MergedSubject): string => {
  const units = parts.map(mergeUnit);
  const unitComponents = units.flatMap(({ unit }) => (unit ? [unit] : []));
  const root = {
    type: 'application',
    name: subject.repository.fullName,
    version: subject.commitHash,
    'bom-ref': rootRef,
  };
  return JSON.stringify({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    serialNumber: subject.serialNumber,
    metadata: { timestamp: subject.timestamp.toISOString(), component: root },
    components: [...unitComponents, ...units.flatMap(({ components }) => components)],
    dependencies: [
      { ref: rootRef, dependsOn: unitComponents.map((unit) => String(unit['bom-ref'])) },
      ...units.flatMap(({ dependencies }) => dependencies),
    ],
  });
};
