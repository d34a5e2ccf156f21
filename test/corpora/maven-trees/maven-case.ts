/** A project of Maven and the published poms around it. */
export interface MavenCase {
  name: string;
  /** Texts of published poms by `group:artifact:version`. */
  repository: Readonly<Record<string, string>>;
  /** The pom.xml files of the project by path. */
  files: Readonly<Record<string, string>>;
}

const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

const coordinates = (text: string): string => {
  const [group, artifact, version] = text.split(':');
  return element('groupId', group) + element('artifactId', artifact) + element('version', version);
};

/** Writes a dependency: `group:artifact[:version]`, and elements such as `scope`; `exclusions` are `group:artifact`. */
export const dep = (
  text: string,
  {
    exclusions = [],
    ...rest
  }: Partial<Record<'scope' | 'type' | 'classifier' | 'optional' | 'systemPath', string>> & {
    exclusions?: readonly string[];
  } = {},
): string =>
  element(
    'dependency',
    [
      coordinates(text),
      ...Object.entries(rest).map(([name, value]) => element(name, value)),
      ...(exclusions.length === 0
        ? []
        : [
            element('exclusions', exclusions.map((each) => element('exclusion', coordinates(each))).join('')),
          ]),
    ].join(''),
  );

export const bom = (text: string): string => dep(text, { type: 'pom', scope: 'import' });

/** The parts of a pom, each as the list of its elements. */
export interface PomParts {
  parent?: string;
  /** A path; '' for an empty element. */
  relativePath?: string;
  packaging?: string;
  modules?: readonly string[];
  properties?: Readonly<Record<string, string>>;
  managed?: readonly string[];
  needs?: readonly string[];
  relocation?: string;
  /** Further elements, as they are. */
  further?: string;
}

const list = (items: readonly string[] | undefined): string | undefined =>
  items && element('dependencies', items.join(''));

/** Writes a pom; coordinates may leave out the group and version that come from the parent. */
export const pomXml = (named: string, parts: PomParts = {}): string => {
  const { parent, relativePath, packaging, modules, properties, managed, needs, relocation, further } = parts;
  const above = parent && coordinates(parent) + (element('relativePath', relativePath) || '');
  const stated = properties && Object.entries(properties).map(([name, value]) => element(name, value));
  return element(
    'project',
    [
      element('modelVersion', '4.0.0'),
      element('parent', above),
      named.includes(':') ? coordinates(named) : element('artifactId', named),
      element('packaging', packaging),
      element('modules', modules?.map((path) => element('module', path)).join('')),
      element('properties', stated?.join('')),
      element('dependencyManagement', list(managed)),
      list(needs) ?? '',
      relocation === undefined
        ? ''
        : element('distributionManagement', element('relocation', coordinates(relocation))),
      further ?? '',
    ].join(''),
  );
};

/** Writes published poms by their coordinates. */
export const published = (poms: Readonly<Record<string, PomParts>>): Record<string, string> =>
  Object.fromEntries(Object.entries(poms).map(([named, parts]) => [named, pomXml(named, parts)]));

/** Makes a case of one project `t:p:1`. */
export const oneProject = (
  name: string,
  project: PomParts,
  poms: Readonly<Record<string, PomParts>>,
): MavenCase => ({ name, repository: published(poms), files: { 'pom.xml': pomXml('t:p:1', project) } });
