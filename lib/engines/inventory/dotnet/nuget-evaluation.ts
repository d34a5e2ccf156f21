import { posix } from 'node:path';
import { joinConditions, readCondition, type Conditions } from './nuget-conditions.ts';
import type { NugetFile, NugetItem, StatedValue } from './nuget-project.ts';
import { joinAlternatives, NugetProperties, type Alternatives, type Purpose } from './nuget-properties.ts';
import { directoryOf } from '@scangate/engines/units/paths';

const maxFiles = 100;

/** Returns an item of a file that is only imported under conditions. */
const itemUnder = (item: NugetItem, around: Conditions | undefined): NugetItem => {
  const conditions = joinConditions(around, item.conditions);
  return conditions ? { ...item, conditions } : item;
};

/** Returns a file of the project by its path. */
export type FileAt = (path: string) => NugetFile | undefined;

/** Finds the nearest file of a name in a directory or above it, as MSBuild does for Directory.*.props. */
const nearest = (directory: string, name: string, fileAt: FileAt): NugetFile | undefined => {
  for (let at = directory; ; at = directoryOf(at.slice(0, -1))) {
    const found = fileAt(at + name);
    if (found || at === '') return found;
  }
};

const fileAbove = /GetPathOfFileAbove\(\s{0,5}'?([\w.]{1,100})'?/;

/** Returns the path in `Exists('path')`; undefined for any other conditions. */
const askedFile = (conditions: Conditions): string | undefined => {
  const [only] = conditions;
  if (!only || conditions.length > 1 || only.isNegated) return undefined;
  const text = only.text.trim();
  if (!text.toLowerCase().startsWith('exists(') || !text.endsWith(')')) return undefined;
  const argument = text.slice('exists('.length, -1).trim();
  const isQuoted = argument.startsWith("'") && argument.indexOf("'", 1) === argument.length - 1;
  return isQuoted ? argument.slice(1, -1) : argument;
};

/** Evaluates one project with everything that it imports, as far as that is in the repository. */
export class Evaluation {
  readonly properties: NugetProperties;
  /** In evaluation order. */
  readonly items: { item: NugetItem; file: string }[] = [];
  readonly #begun = new Set<NugetFile>();
  readonly #fileAt: FileAt;

  constructor(project: NugetFile, fileAt: FileAt, purpose: Purpose) {
    this.properties = new NugetProperties(purpose);
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

  /** Returns the values of item metadata; undefined where it has none. */
  valuesOf(stated: StatedValue): Alternatives | undefined {
    let known: Alternatives | undefined;
    for (const { text, conditions } of stated) {
      const open = this.properties.open(conditions);
      if (open === false) continue;
      const values = this.properties.expand(text);
      known = open ? joinAlternatives(known, this.properties.under(values, open)) : values;
    }
    return known;
  }

  /** Returns the items without those that are not in the project, and with the conditions that are not known to be met. */
  openItems(): { item: NugetItem; file: string }[] {
    return this.items.flatMap(({ item, file }) => {
      if (!item.conditions) return [{ item, file }];
      const open = this.properties.open(item.conditions);
      const { conditions: _, ...rest } = item;
      return open === false ? [] : [{ item: open ? { ...rest, conditions: open } : rest, file }];
    });
  }

  #take(file: NugetFile, around?: Conditions): void {
    if (this.#begun.has(file) || this.#begun.size >= maxFiles) return;
    this.#begun.add(file);
    for (const step of file.steps)
      if ('item' in step) this.items.push({ item: itemUnder(step.item, around), file: file.path });
      else {
        const conditions = joinConditions(around, step.conditions);
        const under = conditions ? { conditions } : {};
        if ('property' in step) this.properties.set({ ...step, ...under });
        else this.#import(step.imports, file, conditions);
      }
  }

  #import(target: string, file: NugetFile, conditions: Conditions | undefined): void {
    const open = this.properties.open(conditions);
    if (open === false) return;
    const asked = open ? askedFile(open) : undefined;
    // A file of the commit exists; any other may be there or not.
    const isThere = asked !== undefined && this.#hasOneValue(asked) && this.#imported(asked, file).length > 0;
    const isTaken = this.#hasOneValue(target) && (!open || isThere);
    const around = isTaken ? undefined : (open ?? [readCondition(target)]);
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
