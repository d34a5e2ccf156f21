import { ComponentScope, ComponentType, LifecyclePhase } from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import { JSON as JsonFormat } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import type { Component, DependencyScope, Inventory } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';
import { tool } from '../model/tool.ts';
import { compositionsOf } from './compositions.ts';
import { licenseModel } from './license-model.ts';
import { packagesOf, type SbomPackage } from './occurrences.ts';
import { supplierOf } from './supplier.ts';

export interface SbomInput {
  inventory: Inventory;
  unit: { path: string; type: UnitType; name: string };
  repository: { fullName: string };
  commitHash: string;
  /** `urn:uuid:` and a UUID in lower case. */
  serialNumber: string;
  timestamp: Date;
  /** Better known licenses by component ref, which override the inventory's. */
  licenses?: ReadonlyMap<string, string>;
}

const maxGaps = 100;
/** A release has few files, and a package is in few places; bounds keep the lists readable. */
const maxHashes = 100;
const maxOccurrences = 1000;

const scopes: Record<DependencyScope, ComponentScope> = {
  required: ComponentScope.Required,
  optional: ComponentScope.Optional,
  // "To document component usage for test and other non-runtime purposes" (CycloneDX, `scope`).
  dev: ComponentScope.Excluded,
};

/** Splits a name with two parts, because CycloneDX has a member for each. */
const nameParts = ({ ecosystem, name }: Component): { group?: string; name: string } => {
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const at = name.indexOf(separator);
  const grouped = ecosystem === 'npm' || ecosystem === 'Maven' || ecosystem === 'Packagist';
  return grouped && at > 0 ? { group: name.slice(0, at), name: name.slice(at + 1) } : { name };
};

const ownerOf = (fullName: string): string => fullName.split('/', 1)[0] || fullName;

const entity = (name: string): Models.OrganizationalEntity => new Models.OrganizationalEntity({ name });

const modelOf = (component: Component, license: string | undefined, owner: string): Models.Component => {
  const { name, group } = nameParts(component);
  const supplier = component.local ? owner : supplierOf(component);
  const model = new Models.Component(ComponentType.Library, name, {
    bomRef: component.ref,
    scope: scopes[component.scope],
    ...(supplier !== undefined && { supplier: entity(supplier) }),
    ...(group !== undefined && { group }),
    ...(component.version !== undefined && { version: component.version }),
    ...(component.purl !== undefined && { purl: component.purl }),
  });
  if (license !== undefined) model.licenses.add(licenseModel(license, component.licenseFrom));
  if (component.ecosystem === 'npm' && component.scope === 'dev')
    model.properties.add(new Models.Property('cdx:npm:package:development', 'true'));
  return model;
};

const subjectOf = ({ unit, commitHash, inventory, repository }: SbomInput): Models.Component => {
  const taken = new Set(inventory.components.map(({ ref }) => ref));
  let bomRef = `unit:${unit.path || '.'}`;
  while (taken.has(bomRef)) bomRef += '#';
  const supplier = entity(ownerOf(repository.fullName));
  return new Models.Component(ComponentType.Application, unit.name, {
    bomRef,
    supplier,
    version: commitHash,
  });
};

/** Lists the gaps of the inventory, so that the document is not mistaken for a complete one. */
const gapsOf = ({ unread, notes }: Inventory): string[] =>
  [...unread, ...notes].slice(0, maxGaps).map(({ file, reason }) => `${file}: ${reason}`);

const metadataOf = (input: SbomInput, component: Models.Component): Models.Metadata => {
  const { repository, commitHash, unit, inventory, timestamp } = input;
  const properties: [string, string][] = [
    ['scangate:repository', repository.fullName],
    ['scangate:commit', commitHash],
    ['scangate:unit:path', unit.path],
    ['scangate:unit:type', unit.type],
    ...gapsOf(inventory).map((gap): [string, string] => ['scangate:gap', gap]),
  ];
  return new Models.Metadata({
    timestamp,
    component,
    authors: new Models.OrganizationalContactRepository([
      new Models.OrganizationalContact({ name: tool.vendor }),
    ]),
    supplier: entity(ownerOf(repository.fullName)),
    lifecycles: new Models.LifecycleRepository([LifecyclePhase.PreBuild]),
    tools: new Models.Tools({
      components: new Models.ComponentRepository([
        new Models.Component(ComponentType.Application, tool.name, {
          version: tool.version,
          supplier: entity(tool.vendor),
        }),
      ]),
    }),
    properties: new Models.PropertyRepository(
      properties.map(([name, value]) => new Models.Property(name, value)),
    ),
  });
};

type Json = Record<string, unknown>;

/**
 * Adds the parts that the library has no model for. Several hashes with one algorithm belong to several files of a
 * release.
 */
const withEvidence = (component: Json, { component: { hashes }, occurrences }: SbomPackage): Json => ({
  ...component,
  ...(hashes.length > 0 && { hashes: hashes.slice(0, maxHashes) }),
  evidence: { occurrences: occurrences.slice(0, maxOccurrences) },
});

/** The number of characters that are written at once. */
const pieceLength = 65_536;

/** Joins texts with commas, in pieces. */
function* listed(texts: Iterable<string>): Generator<string, void> {
  let piece = '';
  let separator = '';
  for (const text of texts) {
    piece += separator + text;
    separator = ',';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Returns the ref of the package that stands for a component, as one package represents all its places. */
const refReader = (packages: readonly SbomPackage[]): ((ref: string) => string | undefined) => {
  const placed = new Map(packages.flatMap(({ component, refs }) => refs.map((ref) => [ref, component.ref])));
  return (ref) => placed.get(ref);
};

const dependencyOf = (
  ref: string,
  targets: readonly string[],
  refOf: (ref: string) => string | undefined,
): string => {
  const found = new Set(targets.map(refOf));
  const dependsOn = [...found].filter((target) => target !== undefined && target !== ref);
  return JSON.stringify({ ref, ...(dependsOn.length > 0 && { dependsOn }) });
};

/**
 * Writes the CycloneDX 1.6 document of a unit, with one component for each package URL, in pieces: a document of many
 * components is never in memory as a whole. Equal inputs give equal text.
 */
export function* sbomPieces(input: SbomInput): Generator<string, void> {
  const { inventory, serialNumber, licenses, repository } = input;
  const subject = subjectOf(input);
  const subjectRef = String(subject.bomRef.value);
  const packages = packagesOf(inventory);
  const owner = ownerOf(repository.fullName);
  const factory = new JsonFormat.Normalize.Factory(Spec1dot6);
  const normalizer = factory.makeForComponent();
  const shell = new Models.Bom({ serialNumber, metadata: metadataOf(input, subject) });
  const { components: _, dependencies: _none, ...head } = factory.makeForBom().normalize(shell, {});
  const components = packages.values().map((found) => {
    const { component, refs } = found;
    const license = refs.map((ref) => licenses?.get(ref)).find((each) => each !== undefined);
    const model = modelOf(component, license ?? component.license, owner);
    return JSON.stringify(withEvidence({ ...normalizer.normalize(model, {}) }, found));
  });
  const refOf = refReader(packages);
  const dependencies = packages
    .values()
    .map(({ component: { ref, dependsOn } }) => dependencyOf(ref, dependsOn, refOf));
  yield `${JSON.stringify(head).slice(0, -1)},"components":[`;
  yield* listed(components);
  yield `],"dependencies":[${dependencyOf(subjectRef, inventory.direct, refOf)}${packages.length > 0 ? ',' : ''}`;
  yield* listed(dependencies);
  yield `],"compositions":${JSON.stringify(compositionsOf(inventory, packages, subjectRef))}}`;
}

/** Writes the document that `sbomPieces` writes, as a whole. */
export const buildSbom = (input: SbomInput): string => [...sbomPieces(input)].join('');
