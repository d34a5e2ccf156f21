import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import parseExpression from 'spdx-expression-parse';
import type { Component, DependencyScope, Inventory } from '../../domain/scans/component.ts';
import type { UnitType } from '../../domain/scans/project-unit.ts';

export interface SbomSubject {
  inventory: Inventory;
  unit: { path: string; name: string; type: UnitType };
  repository: { fullName: string };
  commitHash: string;
  /** `urn:uuid:…` */
  serialNumber: string;
  timestamp: Date;
}

/** Longer expressions are named, not parsed. */
const longestExpression = 1_000;

const scopes: Record<DependencyScope, Enums.ComponentScope> = {
  required: Enums.ComponentScope.Required,
  optional: Enums.ComponentScope.Optional,
  dev: Enums.ComponentScope.Excluded,
};

/** An SPDX id, an SPDX expression, or a name that is neither: each has its own place in the document. */
const licenseOf = (stated: string): Models.License => {
  if (stated.length > longestExpression) return new Models.NamedLicense(stated.slice(0, longestExpression));
  try {
    const parsed = parseExpression(stated);
    const isId =
      'license' in parsed && !('exception' in parsed) && !parsed.plus && !/Ref-/.test(parsed.license);
    return isId ? new Models.SpdxLicense(parsed.license) : new Models.LicenseExpression(stated);
  } catch {
    return new Models.NamedLicense(stated);
  }
};

const componentOf = (found: Component): Models.Component => {
  const slash = found.ecosystem === 'npm' && found.name.startsWith('@') ? found.name.indexOf('/') : -1;
  const component = new Models.Component(Enums.ComponentType.Library, found.name.slice(slash + 1), {
    bomRef: found.ref,
    scope: scopes[found.scope],
    ...(slash > 0 && { group: found.name.slice(0, slash) }),
    ...(found.version !== undefined && { version: found.version }),
    ...(found.purl !== undefined && { purl: found.purl }),
  });
  if (found.license !== undefined && found.license !== '') component.licenses.add(licenseOf(found.license));
  for (const { alg, content } of found.hashes) component.hashes.set(alg as Enums.HashAlgorithm, content);
  component.properties.add(new Models.Property('scangate:file', found.file));
  return component;
};

/** The unit itself: what the components are components of. */
const unitComponent = ({ unit, repository, commitHash }: SbomSubject): Models.Component => {
  const component = new Models.Component(Enums.ComponentType.Application, unit.name || repository.fullName, {
    bomRef: `unit:${unit.path || '.'}`,
    version: commitHash,
  });
  component.properties.add(new Models.Property('scangate:repository', repository.fullName));
  component.properties.add(new Models.Property('scangate:path', unit.path || '.'));
  return component;
};

const addGraph = (bom: Models.Bom, inventory: Inventory, root: Models.Component): void => {
  const byRef = new Map([...bom.components].map((component) => [component.bomRef.value, component]));
  for (const { ref, dependsOn } of inventory.components) {
    const component = byRef.get(ref);
    for (const dependency of dependsOn) {
      const target = byRef.get(dependency);
      if (target) component?.dependencies.add(target.bomRef);
    }
  }
  for (const ref of inventory.direct) {
    const target = byRef.get(ref);
    if (target) root.dependencies.add(target.bomRef);
  }
};

/** The CycloneDX 1.6 document of one unit, as JSON. The same subject gives the same text. */
export const buildSbom = (subject: SbomSubject): string => {
  const { inventory, serialNumber, timestamp } = subject;
  const root = unitComponent(subject);
  const bom = new Models.Bom({ serialNumber, metadata: new Models.Metadata({ component: root, timestamp }) });
  for (const found of inventory.components) bom.components.add(componentOf(found));
  addGraph(bom, inventory, root);
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(normalizer).serialize(bom, { sortLists: true });
};
