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

const olderFileAbove = 'GetDirectoryNameOfFileAbove(';
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
  /** Imports that only running the build would resolve. */
  readonly unread = new Set<string>();
  readonly #begun = new Set<NugetFile>();
  readonly #directory: string;
  readonly #fileAt: FileAt;

  constructor(project: NugetFile, fileAt: FileAt, purpose: Purpose) {
    this.properties = new NugetProperties(purpose);
    this.#fileAt = fileAt;
    const directory = directoryOf(project.path);
    this.#directory = directory;
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
      const ofUser = file === project ? fileAt(`${project.path}.user`) : undefined;
      if (ofUser) this.#take(ofUser);
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
    if (this.#begun.has(file)) return;
    if (this.#begun.size >= maxFiles) {
      this.unread.add(file.path);
      return;
    }
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
    const isThere =
      asked !== undefined && this.#hasOneValue(asked, file) && this.#imported(asked, file).length > 0;
    const isTaken = this.#hasOneValue(target, file) && (!open || isThere);
    const around = isTaken ? undefined : (open ?? [readCondition(target)]);
    for (const imported of this.#imported(target, file)) this.#take(imported, around);
  }

  #hasOneValue(target: string, file: NugetFile): boolean {
    if (fileAbove.test(target) || target.includes(olderFileAbove)) return true;
    const { values, isCertain } = this.properties.expand(this.#placeOf(target, file).rest);
    return values.length === 1 && isCertain && values[0] !== undefined;
  }

  /** Returns the directory that a path begins at, with the rest of the path. */
  #placeOf(target: string, { path }: NugetFile): { directory: string; rest: string } {
    const [thisFile, project] = ['$(msbuildthisfiledirectory)', '$(msbuildprojectdirectory)'];
    const variable = target.slice(0, target.indexOf(')') + 1).toLowerCase();
    const directory = variable === project ? this.#directory : directoryOf(path);
    const isKnown = variable === thisFile || variable === project;
    return { directory, rest: isKnown ? target.slice(variable.length) : target };
  }

  #imported(target: string, file: NugetFile): NugetFile[] {
    const above = this.#fileAboveIn(target, file);
    if (above) return above;
    const { directory, rest } = this.#placeOf(target, file);
    if (['$([', '*', '?', ';'].some((sign) => rest.includes(sign))) this.unread.add(target);
    return this.properties.expand(rest).values.flatMap((value) => {
      // What nothing sets is empty, unless a tool sets it.
      const plain = (value ?? this.properties.withoutUnset(rest))?.replaceAll('\\', '/');
      const path = plain && posix.join('.', directory, plain);
      return path === undefined ? [] : (this.#fileAt(path) ?? []);
    });
  }

  /** Returns the file that `GetPathOfFileAbove(name, start)` or its older form finds; undefined for any other import. */
  #fileAboveIn(target: string, file: NugetFile): NugetFile[] | undefined {
    const directory = directoryOf(file.path);
    const parent = directory === '' ? undefined : directoryOf(directory.slice(0, -1));
    const [call = '', named] = fileAbove.exec(target) ?? [];
    // `$([MSBuild]::GetDirectoryNameOfFileAbove(…))\name` is the older form of the same expression.
    const older = target.includes(olderFileAbove) ? target.split(/[\\/]/).at(-1) : undefined;
    const name = named ?? older;
    if (name === undefined) return undefined;
    const [, start = ''] = target.slice(target.indexOf(call) + call.length).split(',');
    const asked = start.replace('$(MSBuildThisFileDirectory)', '').replaceAll('\\', '/');
    const isKnown = start === '' || ["'../')", "'..')", '../)', '..)'].includes(asked.trim().slice(0, -1));
    if (named !== undefined && !isKnown) this.unread.add(target);
    const own = start === '' && named !== undefined ? nearest(directory, name, this.#fileAt) : undefined;
    if (own && own !== file) return [own];
    return parent === undefined ? [] : [nearest(parent, name, this.#fileAt) ?? []].flat();
  }
}
