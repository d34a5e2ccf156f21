import { posix } from 'node:path';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { isWithinCompat } from './compat.ts';
import { versionsIn, type ListedVersions } from './manifest-toml.ts';

/** The files of a folder in which Julia resolved its packages. */
interface Resolved {
  folder: string;
  project: Table | undefined;
  /** The packages of each manifest; there may be one for each version of Julia. */
  manifests: readonly ListedVersions[];
}

/** Returns whether the versions of a manifest are within each range that a project states; they may be older than it. */
const isCompatible = (
  project: Table,
  { packages, julia }: ListedVersions,
  own: Table | undefined,
): boolean => {
  const uuids = new Map(['deps', 'extras', 'weakdeps'].flatMap((table) => entriesOf(member(project, table))));
  const ownUuid = asText(member(own, 'uuid'));
  return entriesOf(member(project, 'compat')).every(([name, range]) => {
    const uuid = asText(uuids.get(name)) ?? '';
    const listed = uuid === ownUuid ? asText(member(own, 'version')) : packages.get(uuid);
    return isWithinCompat(name === 'julia' ? julia : listed, asText(range));
  });
};

/** Finds the projects of Julia whose packages are in a manifest of a folder above. */
export class CoveredProjects {
  readonly #paths: Iterable<string>;
  readonly #readText: (path: string) => string | undefined;
  readonly #resolved = new Map<string, Resolved>();
  #byFolder: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(paths: Iterable<string>, readText: (path: string) => string | undefined) {
    this.#paths = paths;
    this.#readText = readText;
  }

  /**
   * Returns whether the nearest manifest above has every package of a project: one of its workspace, or its tests, for which
   * Julia takes the versions of that manifest. Any other project is resolved by itself, as is one that has sources of its
   * own, or a range that the manifest is not known to meet.
   */
  has(path: string): boolean {
    const above = this.#nearestAbove(directoryOf(path));
    const project = above && this.#tableOf(path);
    if (!above || !project) return false;
    const inside = directoryOf(path).slice(above.folder.length, -1);
    const members = textsOf(member(member(above.project, 'workspace'), 'projects'));
    if (inside !== 'test' && !members.some((each) => posix.join(each, '.') === inside)) return false;
    if (member(project, 'sources') !== undefined) return false;
    const own = asText(member(above.project, 'uuid'));
    const needed = entriesOf(member(project, 'deps')).map(([, uuid]) => asText(uuid) ?? '');
    return above.manifests.every(
      (listed) =>
        needed.every((uuid) => uuid === own || listed.packages.has(uuid)) &&
        isCompatible(project, listed, above.project),
    );
  }

  get #manifests(): ReadonlyMap<string, readonly string[]> {
    const isManifest = (path: string): boolean => recognizeLockfile(path)?.type === 'julia';
    return (this.#byFolder ??= Map.groupBy([...this.#paths].filter(isManifest), directoryOf));
  }

  #tableOf(path: string): Table | undefined {
    return tryParse(this.#readText(path), parseToml);
  }

  #nearestAbove(directory: string): Resolved | undefined {
    for (let at = directory; at !== '';) {
      at = directoryOf(at.slice(0, -1));
      if (this.#manifests.has(at)) return this.#resolvedIn(at);
    }
    return undefined;
  }

  #resolvedIn(folder: string): Resolved {
    const known = this.#resolved.get(folder);
    if (known) return known;
    const place = `${folder}x`;
    // Julia takes the first of them that is there.
    const project = ['JuliaProject.toml', 'Project.toml']
      .map((name) => siblingPath(place, name))
      .find((path) => this.#readText(path) !== undefined);
    const manifests = (this.#manifests.get(folder) ?? []).map((path) => versionsIn(this.#readText(path)));
    const table = project === undefined ? undefined : this.#tableOf(project);
    const found = { folder, project: table, manifests };
    this.#resolved.set(folder, found);
    return found;
  }
}
