import type { Ecosystem, Inventory } from '@scangate/engines/model/component';
import type { UnitType } from '@scangate/engines/model/project-unit';
import { assembleInventory } from '../assemble-inventory.ts';
import { ecosystemOfUnit } from '../formats.ts';
import { Notes } from '../notes.ts';
import { maxPackages } from '../package-limit.ts';
import {
  unreadableEntries,
  emptyRoots,
  noteUnassessed,
  type FoundPackage,
  type LockfileContent,
} from '../lockfile-reader.ts';
import { packageFromComponent } from './sbom-component.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';

/** File name of an uploaded SBOM in findings and coverage. */
const sbomFile = 'sbom.json';

/** The first unit type of each ecosystem: Maven packages count as `maven`. */
const unitTypes = new Map<Ecosystem, UnitType>(
  Object.entries(ecosystemOfUnit)
    .toReversed()
    .map(([type, ecosystem]) => [ecosystem, type as UnitType]),
);

/** Component types that are not software with advisories: files, devices, model data. */
const otherTypes = new Set(['file', 'device', 'device-driver', 'data', 'cryptographic-asset']);

/**
 * Collects components at any depth, keyed by bom-ref where present. The subject itself is not a component, but
 * its parts are.
 */
const flatten = (document: unknown, notes: Notes): Map<string, FoundPackage> => {
  const packages = new Map<string, FoundPackage>();
  const subject = member(member(document, 'metadata'), 'component');
  const open = [...asList(member(document, 'components')), ...asList(member(subject, 'components'))];
  for (const component of open) {
    // Nested components are appended; the bound also ends a document that contains itself.
    if (open.length <= 2 * maxPackages)
      for (const part of asList(member(component, 'components'))) open.push(part);
    const ref = asText(member(component, 'bom-ref'), 2048);
    const key = ref !== undefined && !packages.has(ref) ? ref : `component ${packages.size + 1}`;
    const name = asText(member(component, 'name')) ?? '';
    const type = asText(member(component, 'type')) ?? '';
    const found = packageFromComponent(component, key);
    if (!found) notes.add(unreadableEntries, name || key);
    else if (otherTypes.has(type) && !found.purl) notes.add(`of type ${type} and not assessed`, name);
    else packages.set(key, found);
  }
  return packages;
};

/**
 * Adds the edges.
 * @returns the refs the document's subject depends on, if stated.
 */
const connect = (document: unknown, packages: ReadonlyMap<string, FoundPackage>): string[] | undefined => {
  const subject = asText(member(member(member(document, 'metadata'), 'component'), 'bom-ref'), 2048);
  let direct: string[] | undefined;
  for (const dependency of asList(member(document, 'dependencies'))) {
    const ref = asText(member(dependency, 'ref'), 2048);
    if (ref === undefined) continue;
    const targets = asList(member(dependency, 'dependsOn')).flatMap((target) => asText(target, 2048) ?? []);
    if (ref === subject) direct = targets;
    const edges = packages.get(ref)?.dependsOn;
    for (const target of edges ? targets : []) edges?.push(target);
  }
  return direct;
};

const mostCommonType = (packages: Iterable<FoundPackage>): UnitType => {
  const counts = new Map<UnitType, number>();
  for (const { ecosystem } of packages) {
    const type = ecosystem && unitTypes.get(ecosystem);
    if (type) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return most?.[0] ?? 'source';
};

/**
 * Reads the inventory of a CycloneDX JSON document, versions 1.2 to 1.7. The document should be valid
 * (`validateSbom`); from an invalid one the usable parts are taken. Never throws.
 */
export const inventoryFromSbom = (document: unknown): Inventory => {
  const notes = new Notes();
  const packages = flatten(document, notes);
  const direct = connect(document, packages);
  noteUnassessed([...packages.values()], notes);
  const content: LockfileContent = {
    packages: [...packages.values()],
    ...(direct && { roots: { ...emptyRoots(), required: direct } }),
  };
  return assembleInventory(mostCommonType(packages.values()), [{ file: sbomFile, content }], {
    read: [sbomFile],
    unread: [],
    notes: notes.sentences().map((reason) => ({ file: sbomFile, reason })),
  });
};
