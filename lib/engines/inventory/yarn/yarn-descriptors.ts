import { emptyRoots, rootKinds, type LockfileInput, type Roots } from '../lockfile-reader.ts';
import { memberManifests, type MemberManifest } from '../npm/member-manifests.ts';
import { classicResolutions, type RangesFor, type Requester } from './yarn-resolutions.ts';

/** Ranges that the file spells otherwise: from a catalog, or bound to the directory of the dependent. */
const bound = /^(?:catalog|link|portal|file|patch|exec):/;

/** Resolves `name@range` to a package by the keys of a yarn.lock. */
export class Descriptors {
  /** The keys of packages by name and range. */
  readonly #byName = new Map<string, Map<string, string>>();
  #rangesFor: RangesFor = (_, range) => [range];

  /** @param rangesFor the ranges that `resolutions` in package.json put in the place of one. */
  replace(rangesFor: RangesFor): void {
    this.#rangesFor = rangesFor;
  }

  /** @param key of the package that `name@range` resolves to. */
  add(name: string, range: string, key: string): void {
    const known = this.#byName.get(name);
    if (known) known.set(range, key);
    else this.#byName.set(name, new Map([[range, key]]));
  }

  /**
   * Returns the key that `name` at `range` resolves to. `resolutions` in package.json replace ranges, so a name
   * with only one version matches any range.
   */
  find(name: string, range: string, by?: Requester): string | undefined {
    const listed = this.#byName.get(name);
    if (!listed) return undefined;
    for (const each of [...this.#rangesFor(name, range, by), range]) {
      const exact = listed.get(each) ?? listed.get(`npm:${each}`);
      if (exact !== undefined) return exact;
    }
    const [first, ...others] = new Set(listed.values());
    return others.length === 0 ? first : undefined;
  }

  /** True if the file lists the name at this range, or at the one that `resolutions` put in its place. */
  has(name: string, range: string, by?: Requester): boolean {
    const listed = this.#byName.get(name);
    if (!listed) return false;
    return this.#rangesFor(name, range, by).some(
      (each) =>
        listed.has(each) ||
        listed.has(`npm:${each}`) ||
        (bound.test(each) &&
          (each === range || [...listed.keys()].some((key) => key.startsWith(`${each}::`)))),
    );
  }

  findAll(ranges: Iterable<readonly [string, string]>, by?: Requester): string[] {
    const found: string[] = [];
    for (const [name, range] of ranges) {
      const key = this.find(name, range, by);
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
  const [root] = members;
  if (root?.directory === '') descriptors.replace(classicResolutions(root.manifest));
  const roots = emptyRoots();
  for (const { directory, manifest } of members) {
    const by = directory === '' ? undefined : { name: manifest.name ?? '' };
    for (const kind of rootKinds)
      for (const key of descriptors.findAll(manifest[kind], by)) roots[kind].push(key);
    if (!isCertain && directory !== '') continue;
    for (const kind of rootKinds)
      for (const [name, range] of manifest[kind])
        if (!isOwn(name, range, members)) input.notes.addRequest(name, descriptors.has(name, range, by));
  }
  return roots;
};
