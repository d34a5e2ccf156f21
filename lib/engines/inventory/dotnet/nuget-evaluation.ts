import { posix } from 'node:path';
import {
  joined,
  maxAlternatives,
  type NugetFile,
  type NugetItem,
  type StatedValue,
} from './nuget-project.ts';
import {
  joinAlternatives,
  noValue,
  NugetProperties,
  underCondition,
  type Alternatives,
} from './nuget-properties.ts';
import { directoryOf } from '@scangate/engines/units/paths';

const maxFiles = 100;

/** A package reference of a project, with properties replaced as far as they are known. */
export interface NugetReference {
  name: string;
  /** As written: a version, a range or a floating version; absent when unknown. */
  version?: string;
  isPrivate: boolean;
  /** True if a condition may take it out of the project. */
  isConditional: boolean;
  /** True if conditions may leave it without this version. */
  isUncertain: boolean;
  /** True if anything but the target framework chooses its version. */
  isChosen: boolean;
  /** The file that declares it. */
  file: string;
}

/** Returns an item of a file that is only imported under a condition. */
const itemUnder = (item: NugetItem, around: string | undefined): NugetItem => {
  const condition = joined(around, item.condition);
  return condition === undefined ? item : { ...item, condition };
};

type FileAt = (path: string) => NugetFile | undefined;

/** Finds the nearest file of a name in a directory or above it, as MSBuild does for Directory.*.props. */
const nearest = (directory: string, name: string, fileAt: FileAt): NugetFile | undefined => {
  for (let at = directory; ; at = directoryOf(at.slice(0, -1))) {
    const found = fileAt(at + name);
    if (found || at === '') return found;
  }
};

const fileAbove = /GetPathOfFileAbove\(\s{0,5}'?([\w.]{1,100})'?/;

/** Returns the path in `Exists('path')`; undefined for any other condition. */
const askedFile = (condition: string): string | undefined => {
  const text = condition.trim();
  if (!text.toLowerCase().startsWith('exists(') || !text.endsWith(')')) return undefined;
  const argument = text.slice('exists('.length, -1).trim();
  const isQuoted = argument.startsWith("'") && argument.indexOf("'", 1) === argument.length - 1;
  return isQuoted ? argument.slice(1, -1) : argument;
};

/** Evaluates one project with everything that it imports, as far as that is in the repository. */
class Evaluation {
  readonly properties = new NugetProperties();
  /** In evaluation order. */
  readonly items: { item: NugetItem; file: string }[] = [];
  readonly #begun = new Set<NugetFile>();
  readonly #fileAt: FileAt;

  constructor(project: NugetFile, fileAt: FileAt) {
    this.#fileAt = fileAt;
    const directory = directoryOf(project.path);
    this.properties.set({ property: 'MSBuildProjectDirectory', value: '.', isDefault: false });
    const projectName = posix.parse(project.path).name;
    this.properties.set({ property: 'MSBuildProjectName', value: projectName, isDefault: false });
    for (const name of [
      'Directory.Build.props',
      'Directory.Packages.props',
      undefined,
      'Directory.Build.targets',
    ]) {
      const file = name === undefined ? project : nearest(directory, name, fileAt);
      if (file) this.#take(file);
    }
  }

  /** Returns the value of a text that can only have one. */
  resolve(text: string): string | undefined {
    const { values } = this.properties.expand(text);
    return values.length === 1 ? values[0] : undefined;
  }

  versions({ texts, isCertain, condition }: StatedValue): Alternatives {
    const [only] = texts;
    if (only !== undefined && texts.length === 1 && condition === undefined)
      return this.properties.expand(only);
    const each = texts.map((text) => this.properties.expand(text));
    const all = each.reduce((known, added) => ({
      ...joinAlternatives(known, added),
      isCertain: known.isCertain && added.isCertain,
    }));
    return { ...underCondition(all, condition), isCertain: isCertain && all.isCertain };
  }

  #take(file: NugetFile, around?: string): void {
    if (this.#begun.has(file) || this.#begun.size >= maxFiles) return;
    this.#begun.add(file);
    for (const step of file.steps)
      if ('item' in step) this.items.push({ item: itemUnder(step.item, around), file: file.path });
      else {
        const condition = joined(around, step.condition);
        const under = condition === undefined ? {} : { condition };
        if ('property' in step) this.properties.set({ ...step, ...under });
        else this.#import(step.imports, file, condition);
      }
  }

  #import(target: string, file: NugetFile, condition: string | undefined): void {
    const asked = condition === undefined ? undefined : askedFile(condition);
    // A file of the commit exists; any other may be there or not.
    const isThere = asked !== undefined && this.#hasOneValue(asked) && this.#imported(asked, file).length > 0;
    const isTaken = this.#hasOneValue(target) && (condition === undefined || isThere);
    const around = isTaken ? undefined : (condition ?? target);
    for (const imported of this.#imported(target, file)) this.#take(imported, around);
  }

  #hasOneValue(text: string): boolean {
    const { values, isCertain } = this.properties.expand(text);
    return values.length === 1 && isCertain;
  }

  #imported(target: string, { path }: NugetFile): NugetFile[] {
    const directory = directoryOf(path);
    const named = fileAbove.exec(target)?.[1];
    // `$([MSBuild]::GetDirectoryNameOfFileAbove(…))\name` is the older form of the same expression.
    const older = target.includes('GetDirectoryNameOfFileAbove(') ? target.split(/[\\/]/).at(-1) : undefined;
    const name = named ?? older;
    if (name !== undefined)
      return directory === ''
        ? []
        : [nearest(directoryOf(directory.slice(0, -1)), name, this.#fileAt) ?? []].flat();
    const here = target.replace(/^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)[\\/]?/i, '');
    return this.properties.expand(here).values.flatMap((value) => {
      const plain = value?.replaceAll('\\', '/');
      return plain === undefined ? [] : (this.#fileAt(posix.normalize(posix.join(directory, plain))) ?? []);
    });
  }
}

/** Returns the names of a list, each once: MSBuild compares them without case. */
const namesIn = (list: string | undefined): string[] => {
  const names = (list ?? '').split(';').map((name) => name.trim());
  return [...new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name])).values()];
};

const isPrivate = ({ kind, privateAssets }: NugetItem): boolean =>
  kind === 'GlobalPackageReference' || /(?:^|;)\s{0,5}all\s{0,5}(?:;|$)/i.test(privateAssets ?? '');

/**
 * Collects the versions that Directory.Packages.props sets, by package name; several where target frameworks
 * differ. An `Update` replaces earlier versions, unless a condition may take it away.
 */
const centralVersions = (evaluation: Evaluation): Map<string, Alternatives> => {
  const central = new Map<string, Alternatives>();
  for (const { item } of evaluation.items) {
    if (item.kind !== 'PackageVersion' || item.version === undefined) continue;
    const versions = underCondition(evaluation.versions(item.version), item.condition);
    for (const name of namesIn(item.include ?? item.update)) {
      const key = name.toLowerCase();
      const known = central.get(key);
      const isAdded = known && (item.include !== undefined || item.condition !== undefined);
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

/** Applies a later `Update` to existing references. One that a condition may take away adds its versions to theirs. */
const applyUpdate = (references: References, item: NugetItem, versions: Alternatives | undefined): void => {
  for (const name of namesIn(item.update)) {
    const known = references.get(name.toLowerCase());
    const [first] = known ?? [];
    if (!known || !first) continue;
    if (isPrivate(item) && item.condition === undefined) for (const each of known) each.isPrivate = true;
    if (versions === undefined) continue;
    const { isCertain, isChosen } = underCondition(versions, item.condition);
    if (isCertain) known.length = 0;
    const { version: _, isUncertain, isChosen: wasChosen, ...base } = first;
    const remain = isCertain ? { isUncertain: false, isChosen: false } : { isUncertain, isChosen: wasChosen };
    const all = { ...versions, isCertain: !remain.isUncertain, isChosen: isChosen || remain.isChosen };
    addVersions(known, base, all);
    if (!isCertain && all.isChosen) for (const each of known) each.isChosen = true;
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
  /** The paths where the project has its lockfile, if it states any; undefined for one that is not known. */
  lockfiles: (string | undefined)[];
}

/** Returns where a project states that its lockfile is. */
const statedLockfiles = ({ properties }: Evaluation, { path }: NugetFile): (string | undefined)[] =>
  (properties.get('NuGetLockFilePath')?.values ?? []).map((value) =>
    value === undefined ? undefined : posix.join(directoryOf(path), value.replaceAll('\\', '/')),
  );

/** Evaluates the package references of a project, with versions from wherever MSBuild would take them. */
export const evaluateProject = (project: NugetFile, fileAt: FileAt): EvaluatedProject => {
  const evaluation = new Evaluation(project, fileAt);
  const { items } = evaluation;
  const central = centralVersions(evaluation);
  const references: References = new Map();
  for (const { item, file } of items) {
    if (item.kind === 'PackageVersion') continue;
    const stated = item.versionOverride ?? item.version;
    const versions = stated === undefined ? undefined : evaluation.versions(stated);
    if (item.update !== undefined) applyUpdate(references, item, versions);
    for (const written of namesIn(item.include)) {
      const name = evaluation.resolve(written) ?? written;
      const key = name.toLowerCase();
      const known = references.get(key) ?? [];
      references.set(key, known);
      const base = { name, isPrivate: isPrivate(item), isConditional: item.condition !== undefined, file };
      const added: NugetReference[] = [];
      addVersions(added, base, versions ?? central.get(key) ?? noValue);
      known.push(...added);
    }
  }
  const all = [...references.values()].flat();
  return {
    path: project.path,
    references: all,
    isTest: isTestProject(evaluation, references),
    items: items.length,
    lockfiles: statedLockfiles(evaluation, project),
  };
};
