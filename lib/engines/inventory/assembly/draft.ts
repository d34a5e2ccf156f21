import { compareText } from '@scangate/engines/model/compare-text';
import type { Component } from '@scangate/engines/model/component';
import { purlOf } from '@scangate/engines/purl/ecosystem-purl';
import type { FoundPackage, LockfileContent } from '../lockfile-reader.ts';
import type { Reachable } from '../scopes-by-reachability.ts';

/** A file that was read, with its packages. */
export interface InventorySource {
  file: string;
  content: LockfileContent;
}

/** Holds a component under construction: the entry it was read from, and its edges to other components. */
export interface Draft extends Reachable {
  file: string;
  direct: boolean;
  /** Absent without an edge: most packages of an image depend on none. */
  edges: Set<Draft> | undefined;
  purl: string | undefined;
  ref: string;
}

const qualifierOf = { git: 'vcs_url', url: 'download_url' } as const;

const purlOfFound = ({ purl, ecosystem, name, version, origin }: FoundPackage): string | undefined => {
  if (purl !== undefined || !ecosystem) return purl;
  const qualifiers = origin ? { [qualifierOf[origin.kind]]: origin.url } : {};
  return purlOf({ ecosystem, name, version, qualifiers });
};

/** Begins a component of a package that a file lists. */
export const newDraft = (found: FoundPackage, file: string): Draft => ({
  found,
  file: found.file ?? file,
  scope: undefined,
  direct: false,
  edges: undefined,
  purl: purlOfFound(found),
  ref: '',
});

/** Makes a component a direct dependency. */
export const placeDirect = (draft: Draft): void => {
  draft.direct = true;
  draft.scope = draft.found.scope ?? 'required';
};

/** Returns the ref of a component where no other one has it. */
export const plainRef = ({ found, purl }: Draft): string =>
  purl ?? (found.version ? `${found.name}@${found.version}` : found.name);

/**
 * Builds a component of a registry or a distribution, as nearly all are. Objects that are written whole take half the time and memory
 * of those whose members are added.
 * @returns undefined for any other one.
 */
const usualComponent = ({ found, file, scope = 'required', direct, edges, purl, ref }: Draft) => {
  const { ecosystem, name, version, sourcePackage, local, license, deprecated, hashes = [] } = found;
  if (purl === undefined || !ecosystem || version === undefined || local || deprecated !== undefined)
    return undefined;
  const dependsOn = edges ? refsOf(edges) : [];
  if (sourcePackage)
    return license === undefined
      ? { ref, purl, ecosystem, name, version, sourcePackage, scope, direct, hashes, dependsOn, file }
      : {
          ref,
          purl,
          ecosystem,
          name,
          version,
          sourcePackage,
          scope,
          direct,
          license,
          hashes,
          dependsOn,
          file,
        };
  return license === undefined
    ? { ref, purl, ecosystem, name, version, scope, direct, hashes, dependsOn, file }
    : { ref, purl, ecosystem, name, version, scope, direct, license, hashes, dependsOn, file };
};

const refsOf = (edges: ReadonlySet<Draft>): string[] =>
  Array.from(edges, (edge) => edge.ref).sort(compareText);

/** Builds a component. Members are added one by one, which is several times faster than spreading them. */
export const componentOf = (draft: Draft): Component => {
  const usual = usualComponent(draft);
  if (usual) return usual;
  const { found, file, scope = 'required', direct, edges, purl, ref } = draft;
  const component: Partial<Component> = { ref };
  if (purl !== undefined) component.purl = purl;
  if (found.ecosystem) component.ecosystem = found.ecosystem;
  component.name = found.name;
  if (found.version !== undefined) component.version = found.version;
  if (found.sourcePackage) component.sourcePackage = found.sourcePackage;
  if (found.local) component.local = true;
  component.scope = scope;
  component.direct = direct;
  if (found.license !== undefined) component.license = found.license;
  if (found.deprecated !== undefined) component.deprecated = found.deprecated;
  component.hashes = found.hashes ?? [];
  component.dependsOn = edges ? refsOf(edges) : [];
  component.file = file;
  return component as Component;
};
