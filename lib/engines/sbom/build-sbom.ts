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

/** Builds the graph of the document, in which one package represents all its places. */
const linkAll = (
  bom: Models.Bom,
  { packages, subject, input }: { packages: SbomPackage[]; subject: Models.Component; input: SbomInput },
): void => {
  const { inventory, licenses, repository } = input;
  const owner = ownerOf(repository.fullName);
  const models = new Map<string, Models.Component>();
  for (const { component, refs } of packages) {
    const license = refs.map((ref) => licenses?.get(ref)).find((each) => each !== undefined);
    const model = modelOf(component, license ?? component.license, owner);
    for (const ref of refs) models.set(ref, model);
    bom.components.add(model);
  }
  const link = (from: Models.Component | undefined, refs: readonly string[]): void => {
    for (const ref of refs) {
      const to = models.get(ref);
      if (to && to !== from) from?.dependencies.add(to.bomRef);
    }
  };
  link(subject, inventory.direct);
  for (const { component } of packages) link(models.get(component.ref), component.dependsOn);
};

/**
 * Builds the CycloneDX 1.6 document of a unit, with one component for each package URL. Equal inputs give equal text.
 */
export const buildSbom = (input: SbomInput): string => {
  const { inventory, serialNumber } = input;
  const subject = subjectOf(input);
  const bom = new Models.Bom({ serialNumber, metadata: metadataOf(input, subject) });
  const packages = packagesOf(inventory);
  linkAll(bom, { packages, subject, input });
  const document = new JsonFormat.Normalize.Factory(Spec1dot6).makeForBom().normalize(bom, {});
  const byRef = new Map(packages.map((each) => [each.component.ref, each]));
  const components = (document.components ?? []).map((component): Json => {
    const found = byRef.get(String(component['bom-ref']));
    return found ? withEvidence({ ...component }, found) : { ...component };
  });
  const compositions = compositionsOf(inventory, packages, String(subject.bomRef.value));
  return JSON.stringify({ ...document, components, compositions });
};
