import { emptyRoots, rootKinds, type LockfileInput, type Roots } from '../lockfile-reader.ts';
import { memberManifests, type MemberManifest } from './member-manifests.ts';

/** Ranges that the file spells otherwise: from a catalog, or bound to the directory of the dependent. */
const bound = /^(?:catalog|link|portal|file|patch|exec):/;

/** Resolves `name@range` to a package by the keys of a yarn.lock. */
export class Descriptors {
  readonly #keys = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();
  #replaced: ReadonlySet<string> | undefined;

  /** @param names whose ranges `resolutions` in package.json replace. */
  replace(names: ReadonlySet<string>): void {
    this.#replaced = names;
  }

  /** @param key of the package that `name@range` resolves to. */
  add(name: string, range: string, key: string): void {
    this.#keys.set(`${name}@${range}`, key);
    const keys = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, keys.add(key));
  }

  /**
   * Returns the key that `name` at `range` resolves to. `resolutions` in package.json replace ranges, so a name
   * with only one version matches any range.
   */
  find(name: string, range: string): string | undefined {
    const exact = this.#keys.get(`${name}@${range}`) ?? this.#keys.get(`${name}@npm:${range}`);
    if (exact !== undefined) return exact;
    const keys = this.#byName.get(name);
    return keys?.size === 1 ? keys.values().next().value : undefined;
  }

  /** True if the file lists the name at this range, or at another one that `resolutions` replace it with. */
  has(name: string, range: string): boolean {
    if (this.#keys.has(`${name}@${range}`) || this.#keys.has(`${name}@npm:${range}`)) return true;
    const isReplaced = this.#replaced?.has(name) || bound.test(range);
    return isReplaced && this.#byName.has(name);
  }

  findAll(ranges: Iterable<readonly [string, string]>): string[] {
    const found: string[] = [];
    for (const [name, range] of ranges) {
      const key = this.find(name, range);
      if (key !== undefined) found.push(key);
    }
    return found;
  }
}

/** True for another member of the workspace and for a linked directory: Yarn 1 lists neither. */
const isOwn = (name: string, range: string, members: readonly MemberManifest[]): boolean =>
  /^(?:link|portal|workspace):/.test(range) || members.some(({ manifest }) => manifest.name === name);

/**
 * Reads the direct dependencies from the package.json files of the unit and its workspace members; undefined
 * without any.
 */
export const rootsFromManifests = (input: LockfileInput, descriptors: Descriptors): Roots | undefined => {
  const { members, isCertain } = memberManifests(input, {
    has: (name, range) => descriptors.has(name, range),
  });
  if (members.length === 0) return undefined;
  descriptors.replace(members[0]?.manifest.resolutions ?? new Set());
  const roots = emptyRoots();
  for (const { directory, manifest } of members) {
    for (const kind of rootKinds)
      for (const key of descriptors.findAll(manifest[kind])) roots[kind].push(key);
    if (!isCertain && directory !== '') continue;
    for (const kind of rootKinds)
      for (const [name, range] of manifest[kind])
        if (!isOwn(name, range, members)) input.notes.addRequest(name, descriptors.has(name, range));
  }
  return roots;
};
