import type { Component, ComponentHash, Inventory } from '../model/component.ts';
import { strongerScope } from '../model/component.ts';

/** The place of a component: its file, and the entry when one file lists the package several times. */
export interface Occurrence {
  location: string;
  additionalContext?: string;
}

/** A package of the document, with all components of the inventory that are the same package. */
export interface SbomPackage {
  component: Component;
  /** Refs of the components that it represents; the first one is its own. */
  refs: string[];
  occurrences: Occurrence[];
}

/** The entry of a file that follows the purl in a ref (assemble-inventory.ts). */
const occurrenceOf = ({ ref, purl, file }: Component): Occurrence => {
  const entry = purl !== undefined && ref.startsWith(`${purl}|`) ? ref.slice(purl.length + 1) : '';
  return { location: file || '.', ...(entry !== '' && { additionalContext: entry }) };
};

const union = (all: readonly Component[]): ComponentHash[] => {
  const hashes = all.flatMap(({ hashes: own }) => own);
  return [...new Map(hashes.map((hash) => [`${hash.alg}:${hash.content}`, hash])).values()];
};

const merged = (all: readonly Component[], first: Component): Component => {
  // Most packages are in one place, and a copy of each would take megabytes.
  if (all.length === 1 && first.hashes.length < 2) return first;
  const licensed = all.find(({ license }) => license !== undefined) ?? first;
  const { license, licenseFrom } = licensed;
  return {
    ...first,
    scope: all.map(({ scope }) => scope).reduce(strongerScope),
    direct: all.some(({ direct }) => direct),
    hashes: union(all),
    dependsOn: all.flatMap(({ dependsOn }) => dependsOn),
    ...(license !== undefined && { license }),
    ...(licenseFrom !== undefined && { licenseFrom }),
  };
};

/** Groups the components of an inventory: one package for each purl, and one for each component without a purl. */
export const packagesOf = ({ components }: Inventory): SbomPackage[] =>
  [...Map.groupBy(components, ({ purl, ref }) => purl ?? `|${ref}`).values()].map((all) => {
    const own = all.find(({ ref, purl }) => ref === purl) ?? all[0];
    if (!own) throw new Error('a group has at least one component');
    const places = all.map(occurrenceOf);
    return {
      component: merged(all, own),
      refs: [own.ref, ...all.map(({ ref }) => ref).filter((ref) => ref !== own.ref)],
      occurrences: [...new Map(places.map((place) => [JSON.stringify(place), place])).values()],
    };
  });
