import { posix } from 'node:path';
import { interpolate } from '../parse/interpolate.ts';
import type { NugetFile, NugetItem } from './nuget-project.ts';
import { directoryOf } from '@scangate/engines/units/paths';

const maxFiles = 100;
/** Upper bound of versions of one package, one per target framework. */
const maxFrameworks = 20;

/** A package reference of a project, with properties replaced as far as they are known. */
export interface NugetReference {
  name: string;
  /** As written: a version, a range or a floating version; absent when unknown. */
  version?: string;
  isPrivate: boolean;
  /** True if a condition may take it out of the project. */
  isConditional: boolean;
  /** The file that declares it. */
  file: string;
}

type FileAt = (path: string) => NugetFile | undefined;

/** Finds the nearest file of a name in a directory or above it, as MSBuild does for Directory.*.props. */
const nearest = (directory: string, name: string, fileAt: FileAt): NugetFile | undefined => {
  for (let at = directory; ; at = directoryOf(at.slice(0, -1))) {
    const found = fileAt(at + name);
    if (found || at === '') return found;
  }
};

const fileAbove = /GetPathOfFileAbove\(\s{0,5}'?([\w.]{1,100})'?/;

/** Evaluates one project with everything that it imports, as far as that is in the repository. */
class Evaluation {
  readonly #properties = new Map<string, string>();
  /** In evaluation order: an imported file before the file that imports it. */
  readonly #files: NugetFile[] = [];
  readonly #begun = new Set<NugetFile>();
  readonly #fileAt: FileAt;

  constructor(project: NugetFile, fileAt: FileAt) {
    this.#fileAt = fileAt;
    const directory = directoryOf(project.path);
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

  get items(): { item: NugetItem; file: string }[] {
    return this.#files.flatMap(({ items, path }) => items.map((item) => ({ item, file: path })));
  }

  property(name: string): string | undefined {
    return this.#properties.get(name.toLowerCase());
  }

  resolve(text: string): string | undefined {
    return interpolate(text, (name) => this.property(name.trim()), ['$(', ')']);
  }

  #take(file: NugetFile): void {
    if (this.#begun.has(file) || this.#begun.size >= maxFiles) return;
    this.#begun.add(file);
    for (const target of file.imports) {
      const imported = this.#imported(target, file);
      if (imported) this.#take(imported);
    }
    this.#files.push(file);
    for (const [name, value, isDefault] of file.properties) {
      const key = name.toLowerCase();
      if (!isDefault || !this.#properties.get(key)) this.#properties.set(key, value);
    }
  }

  #imported(target: string, { path }: NugetFile): NugetFile | undefined {
    const directory = directoryOf(path);
    const named = fileAbove.exec(target)?.[1];
    // `$([MSBuild]::GetDirectoryNameOfFileAbove(…))\name` is the older form of the same expression.
    const older = target.includes('GetDirectoryNameOfFileAbove(') ? target.split(/[\\/]/).at(-1) : undefined;
    const name = named ?? older;
    if (name !== undefined)
      return directory === '' ? undefined : nearest(directoryOf(directory.slice(0, -1)), name, this.#fileAt);
    const here = target.replace(/^\$\((?:MSBuildThisFileDirectory|MSBuildProjectDirectory)\)[\\/]?/i, '');
    const plain = this.resolve(here)?.replaceAll('\\', '/');
    return plain === undefined ? undefined : this.#fileAt(posix.normalize(posix.join(directory, plain)));
  }
}

const namesIn = (list: string | undefined): string[] =>
  (list ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);

const isPrivate = ({ kind, privateAssets }: NugetItem): boolean =>
  kind === 'GlobalPackageReference' || /(?:^|;)\s{0,5}all\s{0,5}(?:;|$)/i.test(privateAssets ?? '');

/**
 * Collects the versions that Directory.Packages.props sets, by package name; several where target frameworks
 * differ. An `Update` replaces earlier versions.
 */
const centralVersions = (evaluation: Evaluation): Map<string, string[]> => {
  const central = new Map<string, string[]>();
  for (const { item } of evaluation.items) {
    if (item.kind !== 'PackageVersion' || item.version === undefined) continue;
    const version = evaluation.resolve(item.version);
    if (version === undefined) continue;
    for (const name of namesIn(item.include ?? item.update)) {
      const key = name.toLowerCase();
      const known = item.include === undefined ? undefined : central.get(key);
      if (!known) central.set(key, [version]);
      else if (known.length < maxFrameworks && !known.includes(version)) known.push(version);
    }
  }
  return central;
};

/** Applies a later `Update` to existing references. */
const applyUpdates = (references: NugetReference[], item: NugetItem, version: string | undefined): void => {
  const updated = new Set(namesIn(item.update).map((name) => name.toLowerCase()));
  for (const reference of references) {
    if (!updated.has(reference.name.toLowerCase())) continue;
    if (version !== undefined) reference.version = version;
    if (isPrivate(item)) reference.isPrivate = true;
  }
};

/** Evaluates the package references of a project, with versions from wherever MSBuild would take them. */
export const evaluateProject = (
  project: NugetFile,
  fileAt: FileAt,
): { references: NugetReference[]; isTest: boolean; items: number } => {
  const evaluation = new Evaluation(project, fileAt);
  const { items } = evaluation;
  const central = centralVersions(evaluation);
  const references: NugetReference[] = [];
  for (const { item, file } of items) {
    if (item.kind === 'PackageVersion') continue;
    const stated = item.versionOverride ?? item.version;
    const version = stated === undefined ? undefined : evaluation.resolve(stated);
    if (item.update !== undefined) applyUpdates(references, item, version);
    for (const written of namesIn(item.include)) {
      const name = evaluation.resolve(written) ?? written;
      const effective = stated === undefined ? central.get(name.toLowerCase()) : [version];
      for (const each of effective ?? [undefined])
        references.push({
          name,
          ...(each && { version: each }),
          isPrivate: isPrivate(item),
          isConditional: item.isConditional ?? false,
          file,
        });
    }
  }
  const isTest =
    evaluation.property('IsTestProject')?.toLowerCase() === 'true' ||
    references.some(({ name }) => name.toLowerCase() === 'microsoft.net.test.sdk');
  return { references, isTest, items: items.length };
};
