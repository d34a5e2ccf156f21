import { childOf, childText, childrenOf, parseXml, type XmlElement } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A dependency as written; every field may contain `${…}`. */
export interface PomDependency {
  group: string;
  artifact: string;
  version?: string;
  scope?: string;
  type?: string;
  classifier?: string;
  optional?: string;
}

/** A pom.xml as written, including profiles that are active by default. */
export interface Pom {
  path: string;
  group?: string;
  artifact: string;
  version?: string;
  parent?: { group: string; artifact: string; version: string; relativePath: string };
  properties: ReadonlyMap<string, string>;
  dependencies: PomDependency[];
  managed: PomDependency[];
  /** Ids of profiles that have dependencies and are not active by default. */
  otherProfiles: string[];
}

const dependencyOf = (element: XmlElement): PomDependency => {
  const [version, scope, type] = ['version', 'scope', 'type'].map((name) => childText(element, name));
  const [classifier, optional] = ['classifier', 'optional'].map((name) => childText(element, name));
  return {
    group: childText(element, 'groupId') ?? '',
    artifact: childText(element, 'artifactId') ?? '',
    ...(version !== undefined && { version }),
    ...(scope !== undefined && { scope }),
    ...(type !== undefined && { type }),
    ...(classifier !== undefined && { classifier }),
    ...(optional !== undefined && { optional }),
  };
};

const dependenciesOf = (element: XmlElement | undefined): PomDependency[] =>
  childrenOf(childOf(element, 'dependencies'), 'dependency').map(dependencyOf);

const managedOf = (element: XmlElement): PomDependency[] =>
  dependenciesOf(childOf(element, 'dependencyManagement'));

const propertiesOf = (element: XmlElement): [string, string][] =>
  childOf(element, 'properties')?.children.map(({ name, text }) => [name, text]) ?? [];

const isActive = (profile: XmlElement): boolean =>
  childText(childOf(profile, 'activation'), 'activeByDefault') === 'true';

const parentOf = (project: XmlElement): Pick<Pom, 'parent'> => {
  const parent = childOf(project, 'parent');
  if (!parent) return {};
  // An empty element means that the parent is not in the repository.
  const stated = childOf(parent, 'relativePath');
  return {
    parent: {
      group: childText(parent, 'groupId') ?? '',
      artifact: childText(parent, 'artifactId') ?? '',
      version: childText(parent, 'version') ?? '',
      relativePath: stated ? stated.text : '../pom.xml',
    },
  };
};

/** Parses a pom.xml. @throws UnreadableFile */
export const parsePom = (text: string, path: string): Pom => {
  const project = parseXml(text);
  if (project.name !== 'project') throw new UnreadableFile('it is not a Maven project');
  const profiles = childrenOf(childOf(project, 'profiles'), 'profile');
  const parts = [project, ...profiles.filter(isActive)];
  const others = profiles.filter(
    (profile) => !isActive(profile) && dependenciesOf(profile).length + managedOf(profile).length > 0,
  );
  const [group, version] = [childText(project, 'groupId'), childText(project, 'version')];
  return {
    path,
    ...(group !== undefined && { group }),
    artifact: childText(project, 'artifactId') ?? '',
    ...(version !== undefined && { version }),
    ...parentOf(project),
    properties: new Map(parts.flatMap(propertiesOf)),
    dependencies: parts.flatMap(dependenciesOf),
    managed: parts.flatMap(managedOf),
    otherProfiles: others.map((profile) => childText(profile, 'id') ?? 'without id'),
  };
};
