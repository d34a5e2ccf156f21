import { noRoots, rootKinds, type LockfileInput, type Roots } from './reader.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';

/** Which package a `name@range` stands for, as the keys of a yarn.lock tell. */
export class Descriptors {
  readonly #keys = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();

  /** @param key of the package that `name@range` resolved to. */
  add(name: string, range: string, key: string): void {
    this.#keys.set(`${name}@${range}`, key);
    const keys = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, keys.add(key));
  }

  /**
   * The key of what `name` at `range` resolved to. `resolutions` in package.json replace ranges, so a name
   * with one version only is found whatever range is asked.
   */
  find(name: string, range: string): string | undefined {
    const exact = this.#keys.get(`${name}@${range}`) ?? this.#keys.get(`${name}@npm:${range}`);
    if (exact !== undefined) return exact;
    const keys = this.#byName.get(name);
    return keys?.size === 1 ? keys.values().next().value : undefined;
  }

  findAll(ranges: Iterable<readonly [string, string]>): string[] {
    return [...ranges].flatMap(([name, range]) => this.find(name, range) ?? []);
  }
}

/** What the package.json files of the unit (its own and its workspace members') depend on; undefined without any. */
export const rootsOfManifests = (
  { beside, textOf }: LockfileInput,
  descriptors: Descriptors,
): Roots | undefined => {
  const manifests = beside('package.json').flatMap((path): PackageJson[] => {
    const manifest = readPackageJson(textOf(path));
    return manifest ? [manifest] : [];
  });
  if (manifests.length === 0) return undefined;
  const roots = noRoots();
  for (const manifest of manifests) {
    for (const kind of rootKinds)
      for (const key of descriptors.findAll(manifest[kind])) roots[kind].push(key);
  }
  return roots;
};
