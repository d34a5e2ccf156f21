import { parseXml, type XmlElement } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** An item of a project file as written; every field may contain `$(…)`. */
export interface NugetItem {
  kind: 'PackageReference' | 'PackageVersion' | 'GlobalPackageReference';
  include?: string;
  update?: string;
  version?: string;
  versionOverride?: string;
  privateAssets?: string;
  /** True if a condition may take it out of the project. */
  isConditional?: true;
}

/** A .csproj, .props or .targets file. Conditions are ignored: every branch counts. */
export interface NugetFile {
  path: string;
  properties: [name: string, value: string, isDefault: boolean][];
  items: NugetItem[];
  imports: string[];
}

/** One package of a packages.config. */
export interface ConfiguredPackage {
  id: string;
  version?: string;
  isDevelopment: boolean;
}

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

/** Reads item metadata, which MSBuild allows as attributes or as child elements. */
const metadata = (element: XmlElement, name: string): string | undefined =>
  attribute(element, name) ??
  element.children.find((child) => child.name.toLowerCase() === name.toLowerCase() && child.text !== '')
    ?.text;

const itemOf = (
  element: XmlElement,
  { kind, isConditional }: { kind: NugetItem['kind']; isConditional: boolean },
): NugetItem => {
  const [include, update, version] = [
    attribute(element, 'Include'),
    attribute(element, 'Update'),
    metadata(element, 'Version'),
  ];
  const [versionOverride, privateAssets] = [
    metadata(element, 'VersionOverride'),
    metadata(element, 'PrivateAssets'),
  ];
  return {
    kind,
    ...(include !== undefined && { include }),
    ...(update !== undefined && { update }),
    ...(version !== undefined && { version }),
    ...(versionOverride !== undefined && { versionOverride }),
    ...(privateAssets !== undefined && { privateAssets }),
    ...(isConditional && { isConditional }),
  };
};

/** True for `<X Condition="'$(X)' == ''">`, which sets X only if it is not set. */
const isDefault = (property: XmlElement): boolean =>
  attribute(property, 'Condition')
    ?.replace(/[\s'"]/g, '')
    .toLowerCase() === `$(${property.name.toLowerCase()})==`;

const conditionalGroups: ReadonlySet<string> = new Set(['Choose', 'Target']);

const collect = (parent: XmlElement, file: NugetFile, isInCondition = false): void => {
  for (const element of parent.children) {
    const isConditional =
      isInCondition || conditionalGroups.has(element.name) || attribute(element, 'Condition') !== undefined;
    const kind = kinds.get(element.name.toLowerCase());
    if (element.name === 'PropertyGroup')
      for (const property of element.children)
        file.properties.push([property.name, property.text, isDefault(property)]);
    else if (kind) file.items.push(itemOf(element, { kind, isConditional }));
    else if (element.name === 'Import') file.imports.push(attribute(element, 'Project') ?? '');
    else if (groups.has(element.name)) collect(element, file, isConditional);
  }
};

/** Parses an MSBuild file. @throws UnreadableFile */
export const parseNugetFile = (text: string, path: string): NugetFile => {
  const project = parseXml(text);
  if (project.name !== 'Project') throw new UnreadableFile('it is not an MSBuild project');
  const file: NugetFile = { path, properties: [], items: [], imports: [] };
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
