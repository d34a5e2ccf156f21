import { joinConditions, readCondition, type Condition, type Conditions } from './nuget-conditions.ts';
import { parseXml, type XmlElement } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** An item of a project file as written; every field may contain `$(…)`. */
export interface NugetItem {
  kind: 'PackageReference' | 'PackageVersion' | 'GlobalPackageReference';
  include?: string;
  update?: string;
  remove?: string;
  version?: StatedValue;
  versionOverride?: StatedValue;
  privateAssets?: StatedValue;
  /** The conditions that may take it out of the project. */
  conditions?: Conditions;
}

/** The texts that an item states one after the other, each of which replaces those before it if its conditions are met. */
export type StatedValue = readonly { text: string; conditions?: Conditions }[];

/** One element of a file, in the order in which MSBuild evaluates them. */
export type NugetStep =
  | { property: string; value: string; isDefault: boolean; conditions?: Conditions }
  | { imports: string; conditions?: Conditions }
  | { item: NugetItem };

/** A .csproj, .props or .targets file with its conditions. */
export interface NugetFile {
  path: string;
  steps: NugetStep[];
}

/** One package of a packages.config. */
export interface ConfiguredPackage {
  id: string;
  version?: string;
  isDevelopment: boolean;
}

/** Upper bound of the values of one property or one item's metadata. */
export const maxAlternatives = 20;

/** By name in lower case, since MSBuild ignores the case of items. */
const kinds: ReadonlyMap<string, NugetItem['kind']> = new Map(
  (['PackageReference', 'PackageVersion', 'GlobalPackageReference'] as const).map((kind) => [
    kind.toLowerCase(),
    kind,
  ]),
);

const groups: ReadonlySet<string> = new Set(['ItemGroup', 'ImportGroup']);

const attribute = (element: XmlElement, name: string): string | undefined => {
  const exact = element.attributes[name];
  if (exact !== undefined) return exact.trim() || undefined;
  const entry = Object.entries(element.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return entry?.[1].trim() || undefined;
};

/** Returns the condition of an element along with those around it. */
const conditionsOf = (element: XmlElement, around?: Conditions): Conditions | undefined => {
  const own = attribute(element, 'Condition');
  return own === undefined ? around : joinConditions(around, [readCondition(own)]);
};

/** Returns an object for conditions, without the key where there are none. */
const under = (conditions: Conditions | undefined): { conditions?: Conditions } =>
  conditions ? { conditions } : {};

/** Reads item metadata, which MSBuild allows as attributes or as child elements. */
const metadata = (element: XmlElement, name: string): StatedValue | undefined => {
  const own = attribute(element, name);
  const inside = element.children.filter((child) => child.name.toLowerCase() === name.toLowerCase());
  const stated = [
    ...(own === undefined ? [] : [{ text: own }]),
    ...inside.map((child) => ({ text: child.text, ...under(conditionsOf(child)) })),
  ];
  return stated.length === 0 ? undefined : stated;
};

const itemOf = (element: XmlElement, kind: NugetItem['kind'], conditions?: Conditions): NugetItem => {
  const fields = {
    include: attribute(element, 'Include'),
    update: attribute(element, 'Update'),
    remove: attribute(element, 'Remove'),
    version: metadata(element, 'Version'),
    versionOverride: metadata(element, 'VersionOverride'),
    privateAssets: metadata(element, 'PrivateAssets'),
    conditions,
  };
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { kind, ...Object.fromEntries(stated) };
};

/** True for `<X Condition="'$(X)' == ''">`, which sets X only if it is not set. */
const isDefault = (property: XmlElement): boolean => {
  const [asked = '', value, ...more] = (attribute(property, 'Condition') ?? '').split('==');
  const name = `$(${property.name.toLowerCase()})`;
  const isOwn = [name, `'${name}'`].includes(asked.trim().toLowerCase());
  return isOwn && value?.trim() === "''" && more.length === 0;
};

const collectProperties = (group: XmlElement, file: NugetFile, around?: Conditions): void => {
  for (const property of group.children) {
    const isOwnDefault = isDefault(property);
    file.steps.push({
      property: property.name,
      value: property.text,
      isDefault: isOwnDefault,
      ...under(isOwnDefault ? around : conditionsOf(property, around)),
    });
  }
};

/** A target runs after everything outside of targets is evaluated. */
const inTarget: Condition = { text: 'in a target', isNegated: false };

/** Reads what each `When` of a `Choose` asks for, and that those before it are not met. */
const collectChoice = (choice: XmlElement, file: NugetFile, around?: Conditions): void => {
  let others = around;
  for (const element of choice.children) {
    collect(element, file, conditionsOf(element, others));
    const own = attribute(element, 'Condition') ?? 'true';
    others = joinConditions(others, [readCondition(own, true)]);
  }
};

const collect = (parent: XmlElement, file: NugetFile, around?: Conditions): void => {
  for (const element of parent.children) {
    const conditions = conditionsOf(element, around);
    const kind = kinds.get(element.name.toLowerCase());
    if (element.name === 'PropertyGroup') collectProperties(element, file, conditions);
    else if (kind) file.steps.push({ item: itemOf(element, kind, conditions) });
    else if (element.name === 'Import')
      file.steps.push({ imports: attribute(element, 'Project') ?? '', ...under(conditions) });
    else if (element.name === 'Choose') collectChoice(element, file, conditions);
    else if (element.name === 'Target') collect(element, file, joinConditions(conditions, [inTarget]));
    else if (groups.has(element.name)) collect(element, file, conditions);
  }
};

/** Parses an MSBuild file. @throws UnreadableFile */
export const parseNugetFile = (text: string, path: string): NugetFile => {
  const project = parseXml(text);
  if (project.name !== 'Project') throw new UnreadableFile('it is not an MSBuild project');
  const file: NugetFile = { path, steps: [] };
  collect(project, file);
  return file;
};

/** Parses a packages.config. @throws UnreadableFile */
export const parsePackagesConfig = (text: string): ConfiguredPackage[] => {
  const root = parseXml(text);
  if (root.name !== 'packages') throw new UnreadableFile('it is not a packages.config');
  return root.children.flatMap((element) => {
    const id = attribute(element, 'id');
    const version = attribute(element, 'version');
    if (element.name !== 'package' || id === undefined) return [];
    const isDevelopment = attribute(element, 'developmentDependency')?.toLowerCase() === 'true';
    return [{ id, ...(version !== undefined && { version }), isDevelopment }];
  });
};
