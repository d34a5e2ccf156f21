import { posix } from 'node:path';
import { directoryOf } from '@scangate/engines/units/paths';
import { readCondition } from './nuget-conditions.ts';
import { Evaluation, type FileAt } from './nuget-evaluation.ts';
import { maxAlternatives, type NugetFile, type NugetItem } from './nuget-project.ts';
import { joinAlternatives, noValue, type Alternatives } from './nuget-properties.ts';

/** A package reference of a project, with properties replaced as far as they are known. */
export interface NugetReference {
  name: string;
  /** As written: a version, a range or a floating version; absent when unknown. */
  version?: string;
  isPrivate: boolean;
  /** True if a condition may take it out of the project. */
  isConditional: boolean;
  /** True if that condition is not met where properties that nothing sets are empty. */
  isUnlikely: boolean;
  /** True if its version is stated and not known. */
  isUnknown: boolean;
  /** True if conditions may leave it without this version. */
  isUncertain: boolean;
  /** True if anything but the target framework chooses its version. */
  isChosen: boolean;
  /** The file that declares it. */
  file: string;
}

/** Returns the names of a list, each once: MSBuild compares them without case. */
const namesIn = (list: string | undefined): string[] => {
  const names = (list ?? '').split(';').map((name) => name.trim());
  return [...new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name])).values()];
};

/** Returns whether an item is for the build of the project alone; undefined if it does not state that. */
const isPrivate = ({ kind, privateAssets }: NugetItem, evaluation: Evaluation): boolean | undefined => {
  if (kind === 'GlobalPackageReference') return true;
  const stated = privateAssets && evaluation.valuesOf(privateAssets);
  return stated && stated.isCertain && stated.values.every((value) => namesIn(value).some(isAll));
};

const isAll = (assets: string): boolean => assets.toLowerCase() === 'all';

/** Joins values with those that apply where conditions leave nothing of them. */
const otherwise = (
  values: Alternatives | undefined,
  other: Alternatives | undefined,
): Alternatives | undefined =>
  !values || values.isCertain || !other ? (values ?? other) : joinAlternatives(other, values);

/** Returns the names of an item's `Remove` in lower case, as far as they are known and no condition takes it away. */
const removedNames = ({ remove, conditions }: NugetItem, { properties }: Evaluation): string[] => {
  if (remove === undefined || conditions) return [];
  const { values, isCertain } = properties.expand(remove);
  return isCertain && values.length === 1 ? namesIn(values[0]?.toLowerCase()) : [];
};

/**
 * Collects the versions that Directory.Packages.props sets, by package name; several where target frameworks
 * differ. An `Update` replaces earlier versions, unless a condition may take it away.
 */
const centralVersions = (evaluation: Evaluation): Map<string, Alternatives> => {
  const central = new Map<string, Alternatives>();
  for (const { item } of evaluation.openItems()) {
    if (item.kind !== 'PackageVersion') continue;
    for (const name of removedNames(item, evaluation)) central.delete(name);
    const stated = item.version && evaluation.valuesOf(item.version);
    if (!stated) continue;
    const versions = evaluation.properties.under(stated, item.conditions);
    for (const name of namesIn(item.include ?? item.update)) {
      const key = name.toLowerCase();
      const known = central.get(key);
      const isAdded = known && (item.include !== undefined || item.conditions !== undefined);
      const isCertain = versions.isCertain || known?.isCertain === true;
      central.set(key, isAdded ? { ...joinAlternatives(known, versions), isCertain } : versions);
    }
  }
  return central;
};

/** The references of a project, by their names in lower case. */
type References = Map<string, NugetReference[]>;

/** Adds a reference for each of its versions. */
const addVersions = (
  references: NugetReference[],
  base: Omit<NugetReference, 'version' | 'isUncertain' | 'isChosen'>,
  { values, isCertain, isChosen }: Alternatives,
): void => {
  const flags = { isUncertain: !isCertain, isChosen: isChosen && (values.length > 1 || !isCertain) };
  for (const version of values)
    if (references.length < maxAlternatives || !references.some((each) => each.version === version))
      references.push({ ...base, ...(version && { version }), ...flags });
};

/** Returns whether a name of an item is a list of items or has a property that is not known. */
export const isComputed = (name: string): boolean => ['@(', '$(', '%('].some((sign) => name.includes(sign));

/** Applies a later `Update` to existing references. One that a condition may take away adds its versions to theirs. */
const applyUpdate = (references: References, item: NugetItem, evaluation: Evaluation): void => {
  const stated = item.versionOverride ?? item.version;
  const versions = stated && evaluation.valuesOf(stated);
  const ofBuild = isPrivate(item, evaluation);
  for (const written of namesIn(item.update)) {
    const name = evaluation.resolve(written) ?? written;
    // What is computed may be any of them.
    const isAny = isComputed(name);
    const conditions = isAny ? [readCondition(name)] : item.conditions;
    const updated = isAny ? [...references.values()] : [references.get(name.toLowerCase()) ?? []];
    for (const known of updated) {
      if (ofBuild === false || (ofBuild && !conditions)) for (const each of known) each.isPrivate = ofBuild;
      if (versions) updateVersions(known, versions, evaluation.properties.under(versions, conditions));
    }
  }
};

const updateVersions = (
  known: NugetReference[],
  versions: Alternatives,
  { isCertain, isChosen }: Alternatives,
): void => {
  const [first] = known;
  if (!first) return;
  if (isCertain) known.length = 0;
  const { version: _, isUncertain, isChosen: wasChosen, ...rest } = first;
  const base = { ...rest, isUnknown: versions.values.includes(undefined) || (!isCertain && rest.isUnknown) };
  const remain = isCertain ? { isUncertain: false, isChosen: false } : { isUncertain, isChosen: wasChosen };
  const all = { ...versions, isCertain: !remain.isUncertain, isChosen: isChosen || remain.isChosen };
  addVersions(known, base, all);
  if (!isCertain && all.isChosen) for (const each of known) each.isChosen = true;
};

/** Returns whether a project has a central list of versions that it does not take. One of another unit is not seen. */
const hasUnusedList = ({ properties }: Evaluation, central: ReadonlyMap<string, Alternatives>): boolean => {
  const { values, isCertain } = properties.get('ManagePackageVersionsCentrally') ?? noValue;
  return central.size > 0 && !(isCertain && values.every((value) => value?.toLowerCase() === 'true'));
};

/** Adds what an item includes, with the versions that it or a central list states. */
const include = (
  references: References,
  { item, file }: { item: NugetItem; file: string },
  { evaluation, central }: { evaluation: Evaluation; central: ReadonlyMap<string, Alternatives> },
): void => {
  const own = item.version && evaluation.valuesOf(item.version);
  const override = item.versionOverride && evaluation.valuesOf(item.versionOverride);
  for (const written of namesIn(item.include)) {
    const name = evaluation.resolve(written) ?? written;
    const key = name.toLowerCase();
    const known = references.get(key) ?? [];
    references.set(key, known);
    const versions = otherwise(override, otherwise(own, central.get(key)));
    const base = {
      name,
      isPrivate: isPrivate(item, evaluation) === true,
      isConditional: item.conditions !== undefined,
      isUnlikely: item.conditions !== undefined && evaluation.properties.areUnlikely(item.conditions),
      isUnknown:
        versions?.values.includes(undefined) === true || (!own && hasUnusedList(evaluation, central)),
      file,
    };
    const added: NugetReference[] = [];
    addVersions(added, base, versions ?? noValue);
    known.push(...added);
  }
};

const isTestProject = (evaluation: Evaluation, references: References): boolean => {
  const stated = evaluation.properties.get('IsTestProject');
  const isStated =
    stated?.isCertain === true && stated.values.every((each) => each?.toLowerCase() === 'true');
  const kit = references.get('microsoft.net.test.sdk') ?? [];
  return isStated || kit.some(({ isConditional }) => !isConditional);
};

export interface EvaluatedProject {
  path: string;
  references: NugetReference[];
  isTest: boolean;
  items: number;
  /** Imports that only running the build would resolve, and properties that let it import other files than usual. */
  unread: string[];
  /** The paths where the project has its lockfile, if it states any; undefined for one that is not known. */
  lockfiles: (string | undefined)[];
}

/** Returns where a project states that its lockfile is. */
const statedLockfiles = ({ properties }: Evaluation, { path }: NugetFile): (string | undefined)[] =>
  (properties.get('NuGetLockFilePath')?.values ?? []).map((value) =>
    value === undefined ? undefined : posix.join(directoryOf(path), value.replaceAll('\\', '/')),
  );

const packagesOf = (evaluation: Evaluation, project: NugetFile): EvaluatedProject => {
  const central = centralVersions(evaluation);
  const references: References = new Map();
  for (const each of evaluation.openItems()) {
    if (each.item.kind === 'PackageVersion') continue;
    for (const name of removedNames(each.item, evaluation)) references.delete(name);
    if (each.item.update !== undefined) applyUpdate(references, each.item, evaluation);
    include(references, each, { evaluation, central });
  }
  return {
    path: project.path,
    references: [...references.values()].flat(),
    isTest: isTestProject(evaluation, references),
    items: evaluation.items.length,
    unread: [...evaluation.unread, ...evaluation.properties.importing()],
    lockfiles: statedLockfiles(evaluation, project),
  };
};

/** Evaluates the package references of a project, with versions from wherever MSBuild would take them. */
export const evaluateProject = (project: NugetFile, fileAt: FileAt): EvaluatedProject =>
  packagesOf(new Evaluation(project, fileAt, { evaluatesFramework: false }), project);

/** Evaluates a project for each of its target frameworks, and for an unknown one where not all of them are known. */
export const evaluateFrameworks = (project: NugetFile, fileAt: FileAt): EvaluatedProject[] => {
  const any = new Evaluation(project, fileAt, { evaluatesFramework: true });
  const found = packagesOf(any, project);
  const stated = any.properties.get('TargetFrameworks');
  if (!stated || !any.properties.asksForFramework) return [found];
  const frameworks = [...new Set(stated.values.flatMap(namesIn))];
  const areAll =
    stated.isCertain &&
    !stated.values.includes(undefined) &&
    frameworks.length > 0 &&
    frameworks.length <= maxAlternatives &&
    any.properties.get('TargetFramework') === undefined;
  const each = frameworks
    .slice(0, maxAlternatives)
    .map((framework) =>
      packagesOf(new Evaluation(project, fileAt, { evaluatesFramework: true, framework }), project),
    );
  return areAll ? each : [found, ...each];
};
