import { compareText } from '../model/compare-text.ts';
import { recognizeBuildFile, isBuildType } from './build-file.ts';
import { recognizeLockfile, recognizeManifest, projectDirectoryOf } from './dependency-file.ts';
import { unitTypes, type ProjectUnit, type UnitType } from '../model/project-unit.ts';

export type DiscoveredUnit = Omit<ProjectUnit, 'projectUnitId'>;

/** Each unit is charged and scanned by itself. What is found beyond this belongs to the units above it. */
export const maxUnitsPerScan = 200;

/**
 * Directories of other people's code, of installed packages and of test data. A lockfile in there is not this
 * repository's own project: no unit starts there, and the files belong to the unit above.
 */
const foreignDirectories: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.tox',
  '.nox',
  '.venv',
  'venv',
  '.yarn',
  '__fixtures__',
  '__pycache__',
  'bower_components',
  'Carthage',
  'dist-packages',
  'fixtures',
  'Godeps',
  'jspm_packages',
  'node_modules',
  'Pods',
  'site-packages',
  'testdata',
  'third-party',
  'third_party',
  'thirdparty',
  'vendor',
  'vendored',
]);

/** Whether a path leads through code that is not the repository's own. */
export const isThirdPartyPath = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((segment) => foreignDirectories.has(segment));

/** `''` for the root. */
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What a directory tells of the ecosystems in it. */
interface Directory {
  /** By ecosystem, the lowest rank of its lockfiles here. */
  locked: Map<UnitType, number>;
  declared: Set<UnitType>;
}

/** The directory a dependency file speaks for, without a slash at its end. */
const directoryOf = (path: string): string => projectDirectoryOf(path).replace(/\/$/, '');

const survey = (paths: Iterable<string>): Map<string, Directory> => {
  const directories = new Map<string, Directory>();
  for (const path of paths) {
    const lockfile = recognizeLockfile(path);
    const manifest = recognizeManifest(path);
    if ((!lockfile && !manifest) || isThirdPartyPath(path)) continue;
    const place = directoryOf(path);
    const directory = directories.get(place) ?? { locked: new Map(), declared: new Set() };
    directories.set(place, directory);
    if (manifest) directory.declared.add(manifest);
    if (!lockfile) continue;
    const rank = Math.min(lockfile.rank, directory.locked.get(lockfile.type) ?? Infinity);
    directory.locked.set(lockfile.type, rank);
  }
  return directories;
};

/** From the directory above up to the root. */
function* above(path: string): Generator<string> {
  for (let at = path; at !== '';) {
    at = parentOf(at);
    yield at;
  }
}

const order = (type: UnitType): number => unitTypes.indexOf(type);

/**
 * A unit has one type: of the lockfile with the lowest rank, else of a manifest; what is left even is decided by the
 * order of `unitTypes`. The other ecosystems' lockfiles lie in the same unit and are read with it, so none is lost.
 */
const typeOf = ({ locked, declared }: Directory): UnitType | undefined => {
  const [best] = [...locked].sort(([a, rankOfA], [b, rankOfB]) => rankOfA - rankOfB || order(a) - order(b));
  return best ? best[0] : [...declared].sort((a, b) => order(a) - order(b))[0];
};

interface Candidate {
  path: string;
  type: UnitType;
  isLocked: boolean;
}

/**
 * A directory with manifests only belongs to the lockfile of the same ecosystem above it, as workspace members do; a
 * project of a build that inherits across directories, to the project above it.
 */
const candidateAt = (path: string, directories: ReadonlyMap<string, Directory>): Candidate | undefined => {
  const here = directories.get(path);
  if (!here) return undefined;
  const takesIn = (directory: Directory | undefined, type: UnitType): boolean =>
    directory !== undefined &&
    (directory.locked.has(type) || (isBuildType(type) && directory.declared.has(type)));
  const declared = [...here.declared].filter(
    (type) => !above(path).some((directory) => takesIn(directories.get(directory), type)),
  );
  const type = typeOf({ locked: here.locked, declared: new Set(declared) });
  return type && { path, type, isLocked: here.locked.size > 0 };
};

const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);

/** Lockfiles first, since they are what there is to read; then those nearer to the root. */
const byWeight = (a: Candidate, b: Candidate): number =>
  Number(b.isLocked) - Number(a.isLocked) || depth(a.path) - depth(b.path) || compareText(a.path, b.path);

/**
 * The project units of a commit, told from the names of its files alone: each directory with a lockfile, failing that
 * with a manifest, and always the root. Sorted by path, at most `maxUnitsPerScan`; the order of `paths` does not matter.
 * @param paths POSIX and relative to the root.  @param repositoryName what the root is called.
 */
export const discoverUnits = (paths: Iterable<string>, repositoryName: string): DiscoveredUnit[] => {
  const directories = survey(paths);
  const below = [...directories.keys()].flatMap((path) =>
    path === '' ? [] : (candidateAt(path, directories) ?? []),
  );
  below.sort(byWeight);
  const beyond = below[maxUnitsPerScan - 1];
  // What no other unit takes in is the root's to read: then it is no mere source.
  const rootType = typeOf(directories.get('') ?? nothing) ?? beyond?.type ?? 'source';
  const root = { path: '', type: rootType, name: repositoryName };
  const kept = below.slice(0, maxUnitsPerScan - 1);
  const units = kept.map(({ path, type }) => ({ path, type, name: nameOf(path) }));
  return [root, ...units.sort((a, b) => compareText(a.path, b.path))];
};

const nothing: Directory = { locked: new Map(), declared: new Set() };

/** The deepest unit above a file: the one it belongs to. @throws Error when the root is not among the units. */
export const owningUnit = <U extends { path: string }>(path: string, units: readonly U[]): U => {
  let deepest: U | undefined;
  for (const unit of units) {
    const isAbove = unit.path === '' || path.startsWith(`${unit.path}/`);
    if (isAbove && (!deepest || unit.path.length > deepest.path.length)) deepest = unit;
  }
  if (!deepest) throw new Error('the root is not among the units');
  return deepest;
};

/** The outermost directory above a build's file that has a project of the build; undefined when its own is locked. */
const buildRootOf = (path: string, directories: ReadonlyMap<string, Directory>): string | undefined => {
  const type = isThirdPartyPath(path) ? undefined : recognizeBuildFile(path);
  const own = directoryOf(path);
  if (!type || directories.get(own)?.locked.has(type)) return undefined;
  let root: string | undefined;
  for (const at of [own, ...above(own)]) {
    const directory = directories.get(at);
    if (directory?.declared.has(type) || directory?.locked.has(type)) root = at;
  }
  return root;
};

/**
 * Tells each file's unit: the deepest one above it, but for the files of a build (a pom.xml, a Directory.Packages.props)
 * the one in which the build begins, since they mean nothing without those they inherit from.
 */
export const unitResolver = <U extends { path: string }>(
  paths: Iterable<string>,
  units: readonly U[],
): ((path: string) => U) => {
  const directories = survey(paths);
  return (path) => {
    const root = buildRootOf(path, directories);
    return owningUnit(root === undefined ? path : `${root && `${root}/`}x`, units);
  };
};
