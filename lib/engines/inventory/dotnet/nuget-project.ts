import { parseXml, type XmlElement } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** An item of a project file as written; every field may contain `$(…)`. */
export interface NugetItem {
  kind: 'PackageReference' | 'PackageVersion' | 'GlobalPackageReference';
  include?: string;
  update?: string;
  version?: StatedValue;
  versionOverride?: StatedValue;
  privateAssets?: string;
  /** The condition that may take it out of the project. */
  condition?: string;
}

/** The value that an item states once, or the values that it states under conditions. */
export interface StatedValue {
  texts: string[];
  /** The conditions of those that need not apply. */
  condition?: string;
  /** True if one of them applies in any case. */
  isCertain: boolean;
}

/** One element of a file, in the order in which MSBuild evaluates them. */
export type NugetStep =
  | { property: string; value: string; isDefault: boolean; condition?: string }
  | { imports: string; condition?: string }
  | { item: NugetItem };

/** A .csproj, .props or .targets file. Conditions are not evaluated: every branch counts. */
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
const longestCondition = 10_000;

/** By name in lower case, since MSBuild ignores the case of items. */
const kinds: ReadonlyMap<string, NugetItem['kind']> = new Map(
  (['PackageReference', 'PackageVersion', 'GlobalPackageReference'] as const).map((kind) => [
    kind.toLowerCase(),
    kind,
  ]),
);

const groups: ReadonlySet<string> = new Set([
  'ItemGroup',
  'ImportGroup',
  'Choose',
  'When',
  'Otherwise',
  'Target',
]);

const attribute = (element: XmlElement, name: string): string | undefined => {
  const exact = element.attributes[name];
  if (exact !== undefined) return exact.trim() || undefined;
  const entry = Object.entries(element.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return entry?.[1].trim() || undefined;
};

/** Reads item metadata, which MSBuild allows as attributes or as child elements. The last one replaces those before it. */
const metadata = (element: XmlElement, name: string): StatedValue | undefined => {
  const own = attribute(element, name);
  let stated: StatedValue | undefined = own === undefined ? undefined : { texts: [own], isCertain: true };
  for (const child of element.children) {
    if (child.name.toLowerCase() !== name.toLowerCase() || child.text === '') continue;
    const condition = attribute(child, 'Condition');
    if (condition === undefined) stated = { texts: [child.text], isCertain: true };
    else
      stated = {
        texts: [...(stated?.texts ?? []), child.text].slice(-maxAlternatives),
        isCertain: stated?.isCertain ?? false,
        condition: joined(stated?.condition, condition),
      };
  }
  return stated;
};

const certainText = (stated: StatedValue | undefined): string | undefined =>
  stated?.condition === undefined ? stated?.texts[0] : undefined;

const itemOf = (
  element: XmlElement,
  { kind, condition }: Pick<NugetItem, 'kind' | 'condition'>,
): NugetItem => {
  const [include, update, version] = [
    attribute(element, 'Include'),
    attribute(element, 'Update'),
    metadata(element, 'Version'),
  ];
  const [versionOverride, privateAssets] = [
    metadata(element, 'VersionOverride'),
    certainText(metadata(element, 'PrivateAssets')),
  ];
  return {
    kind,
    ...(include !== undefined && { include }),
    ...(update !== undefined && { update }),
    ...(version !== undefined && { version }),
    ...(versionOverride !== undefined && { versionOverride }),
    ...(privateAssets !== undefined && { privateAssets }),
    ...(condition !== undefined && { condition }),
  };
};

/** Joins conditions that must both be met, as far as their length is of use. */
export const joined = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : `${one} and ${other}`.slice(0, longestCondition);

/** True for `<X Condition="'$(X)' == ''">`, which sets X only if it is not set. */
const isDefault = (property: XmlElement): boolean =>
  attribute(property, 'Condition')
    ?.replace(/[\s'"]/g, '')
    .toLowerCase() === `$(${property.name.toLowerCase()})==`;

const collectProperties = (group: XmlElement, file: NugetFile, around: string | undefined): void => {
  for (const property of group.children) {
    const isOwnDefault = isDefault(property);
    const condition = isOwnDefault ? around : joined(around, attribute(property, 'Condition'));
    file.steps.push({
      property: property.name,
      value: property.text,
      isDefault: isOwnDefault,
      ...(condition !== undefined && { condition }),
    });
  }
};

/** A target runs after everything outside of targets is evaluated. */
const inTarget = 'in a target';

/** Returns the condition of an element along with those around it. Of `Otherwise` it is what its `When` ask for. */
const conditionOf = (
  element: XmlElement,
  parent: XmlElement,
  around: string | undefined,
): string | undefined => {
  if (element.name === 'Target') return joined(around, inTarget);
  if (element.name !== 'Otherwise') return joined(around, attribute(element, 'Condition'));
  const others = parent.children.flatMap((child) => attribute(child, 'Condition') ?? []);
  return joined(around, others.join(' or ') || 'false');
};

const collect = (parent: XmlElement, file: NugetFile, around?: string): void => {
  for (const element of parent.children) {
    const condition = conditionOf(element, parent, around);
    const under = condition === undefined ? {} : { condition };
    const kind = kinds.get(element.name.toLowerCase());
    if (element.name === 'PropertyGroup') collectProperties(element, file, condition);
    else if (kind) file.steps.push({ item: itemOf(element, { kind, ...under }) });
    else if (element.name === 'Import')
      file.steps.push({ imports: attribute(element, 'Project') ?? '', ...under });
    else if (groups.has(element.name)) collect(element, file, condition);
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
