import type { Ecosystem, Inventory } from '@scangate/engines/model/component';
import type { UnitType } from '@scangate/engines/model/project-unit';
import { assembleInventory } from '../assemble-inventory.ts';
import { ecosystemOfUnit } from '../formats.ts';
import { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import {
  unreadableEntries,
  missingDependencies,
  emptyRoots,
  noteUnassessed,
  type FoundPackage,
  type LockfileContent,
} from '../lockfile-reader.ts';
import type { SystemName } from '@scangate/engines/distributions/system-package';
import { packageFromComponent } from './sbom-component.ts';
import { noteWithoutSources } from './stated-sources.ts';
import { asList, asTable, asText, member, type Table } from '../parse/untrusted-value.ts';

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

/** Returns the one operating system that a document names; if it names two, neither applies to every package. */
const systemIn = (document: unknown): SystemName | undefined => {
  const subject = member(member(document, 'metadata'), 'component');
  const named = new Map<string, SystemName>();
  const add = (component: unknown): void => {
    if (asTable(component)?.['type'] !== 'operating-system') return;
    const id = asText(member(component, 'name'), 60);
    const release = asText(member(component, 'version'), 60) ?? '';
    if (id !== undefined) named.set(`${id} ${release}`, { id, release });
  };
  add(subject);
  for (const component of asList(member(document, 'components'))) add(component);
  const [only, another] = named.values();
  return another ? undefined : only;
};

/** Makes keys of components without a bom-ref of their own, which no bom-ref has: a package would take the place of another. */
class OwnKeys {
  #skipped = 0;

  next(taken: ReadonlyMap<string, unknown>): string {
    for (;;) {
      const key = `component ${taken.size + 1 + this.#skipped}`;
      if (!taken.has(key)) return key;
      this.#skipped += 1;
    }
  }
}

const noMembers: Table = {};

const nameIn = (component: Table): string => asText(component['name']) ?? '';

/**
 * Collects components at any depth, keyed by bom-ref where present. The subject itself is not a component, but
 * its parts are.
 */
const flatten = (document: unknown, notes: Notes): Map<string, FoundPackage> => {
  const packages = new Map<string, FoundPackage>();
  const subject = member(member(document, 'metadata'), 'component');
  const system = systemIn(document);
  const keys = new OwnKeys();
  const open = [...asList(member(document, 'components')), ...asList(member(subject, 'components'))];
  for (const each of open) {
    const component = asTable(each) ?? noMembers;
    // Nested components are appended; the bound also stops at a document that contains itself.
    if (open.length <= 2 * maxPackages) for (const part of asList(component['components'])) open.push(part);
    const ref = asText(component['bom-ref'], 2048);
    const key = ref !== undefined && !packages.has(ref) ? ref : keys.next(packages);
    const found = packageFromComponent(component, key, system);
    const type = found?.purl ? '' : (asText(component['type']) ?? '');
    if (!found) notes.add(unreadableEntries, nameIn(component) || key);
    else if (type === 'operating-system') continue;
    else if (otherTypes.has(type)) notes.add(`of type ${type} and not assessed`, nameIn(component));
    else if (packages.size >= maxPackages) notes.addOmitted(1);
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
    const found = packages.get(ref);
    if (found?.dependsOn) for (const target of targets) found.dependsOn.push(target);
    else if (found) found.dependsOn = [...targets];
  }
  return direct;
};

/** Notes a document that lists no component, and parts that the document itself declares incomplete. */
const noteIncomplete = (
  document: unknown,
  packages: ReadonlyMap<string, FoundPackage>,
  notes: Notes,
): void => {
  const isEmpty = asList(member(document, 'components')).length === 0 && packages.size === 0;
  if (isEmpty) {
    const isVex = asList(member(document, 'vulnerabilities')).length > 0;
    notes.add(isVex ? 'a VEX document lists no components' : 'it lists no components', sbomFile);
  }
  for (const composition of asList(member(document, 'compositions'))) {
    const aggregate = asText(member(composition, 'aggregate')) ?? '';
    if (/^(?:incomplete|unknown|not_specified)/.test(aggregate))
      notes.add('parts that the document itself does not call complete', aggregate);
  }
};

/** Notes edges to components that the document does not list. */
const noteDangling = (document: unknown, packages: ReadonlyMap<string, FoundPackage>, notes: Notes): void => {
  const subject = asText(member(member(member(document, 'metadata'), 'component'), 'bom-ref'), 2048);
  const services = asList(member(document, 'services')).map((each) => member(each, 'bom-ref'));
  const others = new Set<unknown>([subject, ...services]);
  for (const dependency of asList(member(document, 'dependencies')))
    for (const target of asList(member(dependency, 'dependsOn'))) {
      const ref = asText(target, 2048);
      if (ref !== undefined && !packages.has(ref) && !others.has(ref)) notes.add(missingDependencies, ref);
    }
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

/** Reads the packages of a document, the most common type among them, and what it leaves open. */
const readPackages = (document: unknown): { type: UnitType; content: LockfileContent; notes: string[] } => {
  const notes = new Notes();
  const packages = flatten(document, notes);
  const direct = connect(document, packages);
  noteIncomplete(document, packages, notes);
  noteDangling(document, packages, notes);
  const all = [...packages.values()];
  noteUnassessed(all, notes);
  noteWithoutSources(document, all, notes);
  const content: LockfileContent = { packages: all, hasDistinctKeys: true };
  if (direct) content.roots = { ...emptyRoots(), required: direct };
  return { type: mostCommonType(all), content, notes: notes.sentences() };
};

/**
 * Reads the inventory of a document as `inventoryFromSbom` does.
 * @param read returns the document, which is dropped before the inventory is made: a large one takes as much memory.
 */
export const inventoryFromSbomReader = (read: () => unknown): Inventory => {
  const { type, content, notes } = readPackages(read());
  return assembleInventory(type, [{ file: sbomFile, content }], {
    read: [sbomFile],
    unread: [],
    notes: notes.map((reason) => ({ file: sbomFile, reason })),
  });
};

/**
 * Reads the inventory of a CycloneDX JSON document, versions 1.2 to 1.7. The document should be valid
 * (`validateSbom`); from an invalid one the usable parts are taken. Never throws.
 */
export const inventoryFromSbom = (document: unknown): Inventory => inventoryFromSbomReader(() => document);
