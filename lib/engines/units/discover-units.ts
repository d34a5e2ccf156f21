import { mayHoldRequirements } from '../inventory/python/loose-files.ts';
import { compareText } from '../model/compare-text.ts';
import { baseNameOf } from './paths.ts';
import {
  isBuildType,
  projectDirectoryOf,
  recognizeBuildFile,
  recognizeLockfile,
  recognizeManifest,
} from './recognize-file.ts';
import { unreadKindOf } from './unread-kinds.ts';
import { unitTypes, type ProjectUnit, type UnitType } from '../model/project-unit.ts';

export type DiscoveredUnit = Omit<ProjectUnit, 'projectUnitId'>;

/**
 * The limit of units in one scan; each is scanned and charged separately. Further directories belong to the units
 * above them.
 */
export const maxUnitsPerScan = 1_000;

/** The limit of bytes for the paths of all units: the scan holds them in one item of at most 400 KB. */
const maxPathBytes = 200 * 1024;

/**
 * Directories of third-party code, installed packages and test data. A lockfile in there does not start a unit;
 * its files belong to the unit above.
 */
const thirdPartyDirectories: ReadonlySet<string> = new Set([
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
  'sbt-test',
  'site-packages',
  'testdata',
  'third-party',
  'third_party',
  'thirdparty',
  'vendor',
  'vendored',
]);

/** Returns whether a path leads through third-party code. */
export const isThirdPartyPath = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((segment) => thirdPartyDirectories.has(segment));

/** Returns the parent directory; `''` for the root. */
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The ecosystems of one directory. */
interface Directory {
  /** By ecosystem, the lowest rank of its lockfiles in the directory. */
  locked: Map<UnitType, number>;
  declared: Set<UnitType>;
}

/** Returns the project directory of a dependency file without a trailing slash. */
const directoryOf = (path: string): string => projectDirectoryOf(path).replace(/\/$/, '');

const survey = (paths: Iterable<string>): Map<string, Directory> => {
  const directories = new Map<string, Directory>();
  for (const path of paths) {
    const recognized = recognizeLockfile(path);
    const lockfile = recognized?.listsTools ? undefined : recognized;
    const manifest = recognizeManifest(path);
    if ((!lockfile && !manifest) || isThirdPartyPath(path)) continue;
    const projectDirectory = directoryOf(path);
    const directory = directories.get(projectDirectory) ?? { locked: new Map(), declared: new Set() };
    directories.set(projectDirectory, directory);
    if (manifest) directory.declared.add(manifest);
    if (!lockfile) continue;
    const rank = Math.min(lockfile.rank, directory.locked.get(lockfile.type) ?? Infinity);
    directory.locked.set(lockfile.type, rank);
  }
  return directories;
};

/** Yields the directories above a path, ending with the root. */
function* above(path: string): Generator<string> {
  for (let at = path; at !== '';) {
    at = parentOf(at);
    yield at;
  }
}

const order = (type: UnitType): number => unitTypes.indexOf(type);

/**
 * Picks the type of a unit: that of the lockfile with the lowest rank, else of a manifest; ties are decided by
 * the order of `unitTypes`. Lockfiles of other ecosystems are in the same unit and are still read.
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
 * Returns the unit a directory could be. A directory with only manifests belongs to a lockfile of the same
 * ecosystem above it, as workspace members do; a project of a build that inherits across directories belongs to
 * the project above it.
 */
const candidateAt = (path: string, directories: ReadonlyMap<string, Directory>): Candidate | undefined => {
  const here = directories.get(path);
  if (!here) return undefined;
  const includes = (directory: Directory | undefined, type: UnitType): boolean =>
    directory !== undefined &&
    (directory.locked.has(type) || (isBuildType(type) && directory.declared.has(type)));
  const declared = [...here.declared].filter(
    (type) => !above(path).some((directory) => includes(directories.get(directory), type)),
  );
  const type = typeOf({ locked: here.locked, declared: new Set(declared) });
  return type && { path, type, isLocked: here.locked.size > 0 };
};

const depth = (path: string): number => (path === '' ? 0 : path.split('/').length);

/** Prefers directories with lockfiles, then those nearer to the root. */
const byPriority = (a: Candidate, b: Candidate): number =>
  Number(b.isLocked) - Number(a.isLocked) || depth(a.path) - depth(b.path) || compareText(a.path, b.path);

/** Returns the first candidates, as many as one scan may have besides the root. */
const withinLimits = (candidates: readonly Candidate[]): readonly Candidate[] => {
  let bytes = 0;
  const over = candidates.findIndex(({ path }, index) => {
    bytes += Buffer.byteLength(path);
    return index >= maxUnitsPerScan - 1 || bytes > maxPathBytes;
  });
  return over === -1 ? candidates : candidates.slice(0, over);
};

/** Returns whether a file that starts no unit lists dependencies, or may list them. */
const mayListDependencies = (path: string): boolean =>
  !isThirdPartyPath(path) &&
  (recognizeLockfile(path) !== undefined || unreadKindOf(path) !== undefined || mayHoldRequirements(path));

/** Returns the type of a root without a project, by the files that no other unit has. */
const typeOfBareRoot = (paths: readonly string[], units: readonly Candidate[]): UnitType => {
  const root = { path: '' };
  const byPath = new Map([root, ...units].map((unit) => [unit.path, unit]));
  const isOwn = (path: string): boolean => owningUnit(placeOf(path), byPath) === root;
  return paths.some((path) => mayListDependencies(path) && isOwn(path)) ? 'other' : 'source';
};

/**
 * Finds the project units of a commit by file names alone: each directory with a lockfile or else a manifest,
 * and always the root. The result is sorted by path, has at most `maxUnitsPerScan` units and does not depend on
 * the order of `paths`.
 * @param paths POSIX and relative to the root.
 * @param repositoryName name of the root unit.
 */
export const discoverUnits = (paths: Iterable<string>, repositoryName: string): DiscoveredUnit[] => {
  const all = [...paths];
  const directories = survey(all);
  const below = [...directories.keys()].flatMap((path) =>
    path === '' ? [] : (candidateAt(path, directories) ?? []),
  );
  below.sort(byPriority);
  const kept = withinLimits(below);
  const firstDropped = below[kept.length];
  // The root also reads everything that no other unit covers, which then determines its type.
  const ownType = typeOf(directories.get('') ?? nothing) ?? firstDropped?.type;
  const rootType = ownType ?? typeOfBareRoot(all, kept);
  const root = { path: '', type: rootType, name: repositoryName };
  const units = kept.map(({ path, type }) => ({ path, type, name: baseNameOf(path) }));
  return [root, ...units.sort((a, b) => compareText(a.path, b.path))];
};

const nothing: Directory = { locked: new Map(), declared: new Set() };

/** Returns the path by which a file belongs to a unit: one in a folder of another directory is taken as a file of that. */
const placeOf = (path: string): string =>
  recognizeLockfile(path)?.inSharedFolder ? `${projectDirectoryOf(path)}${baseNameOf(path)}` : path;

/** Returns the deepest unit above a file. @throws Error when the root is not among the units. */
const owningUnit = <U>(path: string, units: ReadonlyMap<string, U>): U => {
  for (const directory of above(path)) {
    const unit = units.get(directory);
    if (unit) return unit;
  }
  throw new Error('the root is not among the units');
};

/**
 * Returns the outermost directory above a build file that has a project of the build; undefined when its own
 * directory has a lockfile.
 */
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
 * Returns a function that finds the unit of a file: the deepest one above it. A build file (pom.xml,
 * Directory.Packages.props) belongs to the unit in which its build begins, because it is meaningless without
 * the files it inherits from.
 */
export const unitResolver = <U extends { path: string }>(
  paths: Iterable<string>,
  units: readonly U[],
): ((path: string) => U) => {
  const directories = survey(paths);
  const byPath = new Map(units.map((unit) => [unit.path, unit]));
  return (path) => {
    const root = buildRootOf(path, directories);
    return owningUnit(root === undefined ? placeOf(path) : `${root && `${root}/`}x`, byPath);
  };
};
