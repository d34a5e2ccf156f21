import { childOf, childrenOf, parseXml, type XmlElement } from '../parse/parse-xml.ts';
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
  /**
   * Artifacts that are excluded below it, as `group:artifact`; either may be `*`, or '' when it is not stated, which
   * excludes nothing.
   */
  exclusions?: readonly string[];
}

/** The coordinates that an artifact has moved to; absent parts stay as they were. */
export interface Relocation {
  group?: string;
  artifact?: string;
  version?: string;
}

/** A pom.xml as written, including profiles that are active by default. */
export interface Pom {
  path: string;
  group?: string;
  artifact: string;
  version?: string;
  parent?: { group: string; artifact: string; version: string; relativePath: string };
  properties: ReadonlyMap<string, string>;
  dependencies: readonly PomDependency[];
  managed: readonly PomDependency[];
  /** Ids of profiles that have dependencies and are not active by default. */
  otherProfiles: readonly string[];
  /** Ids of profiles that a condition activates, such as the Java version. */
  conditionalProfiles: readonly string[];
  /**
   * Ids of profiles that a condition activates, in a pom whose default profiles say something about dependencies.
   * Maven deactivates the default profiles when one of these is active.
   */
  competingProfiles: readonly string[];
  /** Names of properties set by profiles that are not active by default. */
  otherProperties: readonly string[];
  /** Names of properties set by profiles that a condition activates. */
  conditionalProperties?: readonly string[];
  relocation?: Relocation;
  /** The dependencies of plugins, and the extensions of the build, as `group:artifact`; absent without any. */
  pluginDependencies?: readonly string[];
  /** The modules as stated, with those of every profile. */
  modules?: readonly string[];
}

/** Returns the text of a child; undefined when it is missing or empty. @throws UnreadableFile when it is too long. */
const childText = (element: XmlElement | undefined, name: string): string | undefined => {
  const child = childOf(element, name);
  if (child?.isTooLong) throw new UnreadableFile(`its ${name} is too long`);
  return child?.text || undefined;
};

/** A value that cannot be resolved. */
const unresolvable = '${';

const exclusionsOf = (element: XmlElement): Pick<PomDependency, 'exclusions'> => {
  const stated = childrenOf(childOf(element, 'exclusions'), 'exclusion');
  if (stated.length === 0) return {};
  const exclusions = stated.map(
    (exclusion) => `${childText(exclusion, 'groupId') ?? ''}:${childText(exclusion, 'artifactId') ?? ''}`,
  );
  return { exclusions };
};

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
    ...exclusionsOf(element),
  };
};

const keyOf = ({ group, artifact, type = 'jar', classifier = '' }: PomDependency): string =>
  [group, artifact, type, classifier].join(':');

/** Maven takes the last of several declarations with one key, at the position of the first. */
const lastOfEach = (dependencies: readonly PomDependency[]): PomDependency[] => [
  ...new Map(dependencies.map((dependency) => [keyOf(dependency), dependency])).values(),
];

const dependenciesOf = (element: XmlElement | undefined): PomDependency[] =>
  childrenOf(childOf(element, 'dependencies'), 'dependency').map(dependencyOf);

const managedOf = (element: XmlElement): PomDependency[] =>
  dependenciesOf(childOf(element, 'dependencyManagement'));

const propertiesOf = (element: XmlElement): [string, string][] =>
  childOf(element, 'properties')?.children.map(({ name, text, isTooLong }) => [
    name,
    isTooLong ? unresolvable : text,
  ]) ?? [];

const maxNames = 1000;

/** Returns the dependencies that builds state for their plugins, and their extensions. */
const pluginDependenciesOf = (stated: readonly XmlElement[]): Pick<Pom, 'pluginDependencies'> => {
  const found = stated.flatMap((each) => {
    const build = childOf(each, 'build');
    const plugins = [build, childOf(build, 'pluginManagement')].flatMap((at) =>
      childrenOf(childOf(at, 'plugins'), 'plugin'),
    );
    return [
      ...plugins.flatMap((plugin) => childrenOf(childOf(plugin, 'dependencies'), 'dependency')),
      ...childrenOf(childOf(build, 'extensions'), 'extension'),
    ];
  });
  if (found.length === 0) return {};
  const names = found
    .slice(0, maxNames)
    .map((each) => `${childOf(each, 'groupId')?.text ?? ''}:${childOf(each, 'artifactId')?.text ?? ''}`);
  return { pluginDependencies: [...new Set(names)] };
};

/** Returns the names of the properties that profiles set. */
const namesIn = (profiles: readonly XmlElement[]): string[] => [
  ...new Set(profiles.flatMap((profile) => propertiesOf(profile).map(([name]) => name))),
];

const isActive = (profile: XmlElement): boolean =>
  childText(childOf(profile, 'activation'), 'activeByDefault') === 'true';

/** Returns whether the environment may activate a profile. */
const isConditional = (profile: XmlElement): boolean =>
  childOf(profile, 'activation')?.children.some(({ name }) => name !== 'activeByDefault') ?? false;

const idOf = (profile: XmlElement): string => childText(profile, 'id') ?? 'without id';

const hasDependencies = (element: XmlElement): boolean =>
  dependenciesOf(element).length + managedOf(element).length > 0;

const profilesOf = (
  project: XmlElement,
): Pick<
  Pom,
  'otherProfiles' | 'conditionalProfiles' | 'otherProperties' | 'conditionalProperties' | 'competingProfiles'
> & {
  active: XmlElement[];
} => {
  const profiles = childrenOf(childOf(project, 'profiles'), 'profile');
  const active = profiles.filter(isActive);
  const others = profiles.filter((profile) => !isActive(profile));
  const decides = active.some((profile) => hasDependencies(profile) || propertiesOf(profile).length > 0);
  return {
    active,
    otherProfiles: others.filter(hasDependencies).map(idOf),
    conditionalProfiles: others.filter((one) => hasDependencies(one) && isConditional(one)).map(idOf),
    competingProfiles: decides ? others.filter(isConditional).map(idOf) : [],
    otherProperties: namesIn(others),
    conditionalProperties: namesIn(others.filter(isConditional)),
  };
};

const parentOf = (project: XmlElement): Pick<Pom, 'parent'> => {
  const parent = childOf(project, 'parent');
  if (!parent) return {};
  // An empty element means that the parent is not in the repository.
  const stated = childOf(parent, 'relativePath');
  const relativePath = stated ? (childText(parent, 'relativePath') ?? '') : '../pom.xml';
  return {
    parent: {
      group: childText(parent, 'groupId') ?? '',
      artifact: childText(parent, 'artifactId') ?? '',
      version: childText(parent, 'version') ?? '',
      relativePath,
    },
  };
};

const relocationOf = (project: XmlElement): Pick<Pom, 'relocation'> => {
  const moved = childOf(childOf(project, 'distributionManagement'), 'relocation');
  if (!moved) return {};
  const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map((name) =>
    childText(moved, name),
  );
  return {
    relocation: {
      ...(group !== undefined && { group }),
      ...(artifact !== undefined && { artifact }),
      ...(version !== undefined && { version }),
    },
  };
};

/** Returns the stated modules, which Maven 4 calls subprojects. */
const modulesOf = (project: XmlElement): Pick<Pom, 'modules'> => {
  const stating = [project, ...childrenOf(childOf(project, 'profiles'), 'profile')];
  const modules = stating.flatMap((element) => [
    ...childrenOf(childOf(element, 'modules'), 'module'),
    ...childrenOf(childOf(element, 'subprojects'), 'subproject'),
  ]);
  return modules.length === 0 ? {} : { modules: modules.map(({ text }) => text) };
};

/** The elements that decide about dependencies; Maven refuses a pom with a duplicate of one of them. */
const single = new Set([
  'groupId',
  'artifactId',
  'version',
  'parent',
  'properties',
  'dependencies',
  'dependencyManagement',
  'profiles',
  'scope',
  'type',
  'classifier',
  'optional',
  'exclusions',
  'relativePath',
]);

const refuseDoubles = (element: XmlElement): void => {
  const seen = new Set<string>();
  for (const { name } of element.children) {
    if (seen.has(name) && single.has(name))
      throw new UnreadableFile(`it states ${name} twice, which Maven refuses`);
    seen.add(name);
  }
};

const containers = [
  'parent',
  'dependencyManagement',
  'dependencies',
  'dependency',
  'profiles',
  'profile',
] as const;

/** Refuses a pom in which two elements say different things. @throws UnreadableFile */
const refuseDoublesBelow = (element: XmlElement): void => {
  refuseDoubles(element);
  for (const name of containers) for (const child of childrenOf(element, name)) refuseDoublesBelow(child);
};

/** Parses a pom.xml. @throws UnreadableFile */
export const parsePom = (text: string, path: string): Pom => {
  const project = parseXml(text);
  if (project.name !== 'project') throw new UnreadableFile('it is not a Maven project');
  refuseDoublesBelow(project);
  const { active, ...profiles } = profilesOf(project);
  const stated = [project, ...active];
  const [group, version] = [childText(project, 'groupId'), childText(project, 'version')];
  return {
    path,
    ...(group !== undefined && { group }),
    artifact: childText(project, 'artifactId') ?? '',
    ...(version !== undefined && { version }),
    ...parentOf(project),
    properties: new Map(stated.flatMap(propertiesOf)),
    dependencies: lastOfEach(stated.flatMap(dependenciesOf)),
    managed: stated.flatMap(managedOf),
    ...profiles,
    ...pluginDependenciesOf([project, ...childrenOf(childOf(project, 'profiles'), 'profile')]),
    ...relocationOf(project),
    ...modulesOf(project),
  };
};
