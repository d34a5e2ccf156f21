import {
  ComponentScope,
  ComponentType,
  LifecyclePhase,
  type HashAlgorithm,
} from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import { JSON as JsonFormat, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import type { Component, DependencyScope, Inventory } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';
import { licenseModel } from './license-model.ts';

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

/**
 * Returns the hashes of a component. Several hashes with one algorithm belong to several files of a release, so
 * none of them is the component's.
 */
const hashesOf = ({ hashes }: Component): Models.HashDictionary => {
  const byAlgorithm = Map.groupBy(hashes, ({ alg }) => alg);
  const single = [...byAlgorithm].flatMap(([alg, [first, second]]): [HashAlgorithm, string][] =>
    first && !second ? [[alg as HashAlgorithm, first.content]] : [],
  );
  return new Models.HashDictionary(single);
};

const modelOf = (component: Component, license: string | undefined): Models.Component => {
  const { name, group } = nameParts(component);
  const model = new Models.Component(ComponentType.Library, name, {
    bomRef: component.ref,
    scope: scopes[component.scope],
    hashes: hashesOf(component),
    ...(group !== undefined && { group }),
    ...(component.version !== undefined && { version: component.version }),
    ...(component.purl !== undefined && { purl: component.purl }),
  });
  if (license !== undefined) model.licenses.add(licenseModel(license));
  if (component.ecosystem === 'npm' && component.scope === 'dev')
    model.properties.add(new Models.Property('cdx:npm:package:development', 'true'));
  return model;
};

const subjectOf = ({ unit, commitHash, inventory }: SbomInput): Models.Component => {
  const taken = new Set(inventory.components.map(({ ref }) => ref));
  let bomRef = `unit:${unit.path || '.'}`;
  while (taken.has(bomRef)) bomRef += '#';
  return new Models.Component(ComponentType.Application, unit.name, { bomRef, version: commitHash });
};

/** Lists the gaps of the inventory, so that the document is not taken for complete. */
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
    lifecycles: new Models.LifecycleRepository([LifecyclePhase.PreBuild]),
    tools: new Models.Tools({
      components: new Models.ComponentRepository([
        new Models.Component(ComponentType.Application, 'scangate'),
      ]),
    }),
    properties: new Models.PropertyRepository(
      properties.map(([name, value]) => new Models.Property(name, value)),
    ),
  });
};

/** Builds the CycloneDX 1.6 document of a unit. Equal inputs give equal text. */
export const buildSbom = (input: SbomInput): string => {
  const { inventory, licenses, serialNumber } = input;
  const subject = subjectOf(input);
  const bom = new Models.Bom({ serialNumber, metadata: metadataOf(input, subject) });
  const models = new Map<string, Models.Component>();
  for (const component of inventory.components) {
    const model = modelOf(component, licenses?.get(component.ref) ?? component.license);
    models.set(component.ref, model);
    bom.components.add(model);
  }
  const link = (from: Models.Component | undefined, refs: readonly string[]): void => {
    for (const ref of refs) {
      const to = models.get(ref);
      if (to) from?.dependencies.add(to.bomRef);
    }
  };
  link(subject, inventory.direct);
  for (const { ref, dependsOn } of inventory.components) link(models.get(ref), dependsOn);
  return new JsonSerializer(new JsonFormat.Normalize.Factory(Spec1dot6)).serialize(bom);
};
