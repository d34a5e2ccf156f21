import type { PomDependency } from '../jvm/maven-pom.ts';

interface ArtifactType {
  extension: string;
  classifier?: string;
  /** The file contains its dependencies, so that Maven does not follow them. */
  holdsDependencies?: true;
}

/** The Maven types that differ from the extension of the file. */
const types: ReadonlyMap<string, ArtifactType> = new Map([
  ['test-jar', { extension: 'jar', classifier: 'tests' }],
  ['javadoc', { extension: 'jar', classifier: 'javadoc' }],
  ['java-source', { extension: 'jar', classifier: 'sources' }],
  ['ejb', { extension: 'jar' }],
  ['ejb-client', { extension: 'jar', classifier: 'client' }],
  ['maven-plugin', { extension: 'jar' }],
  ['war', { extension: 'war', holdsDependencies: true }],
  ['ear', { extension: 'ear', holdsDependencies: true }],
  ['rar', { extension: 'rar', holdsDependencies: true }],
  ['par', { extension: 'par', holdsDependencies: true }],
]);

export const holdsDependencies = (type = 'jar'): boolean => types.get(type)?.holdsDependencies ?? false;

/** The identity of a declaration, by which dependency management finds it: group, artifact, type and classifier. */
export const declarationKey = (
  name: string,
  { type, classifier }: Pick<PomDependency, 'type' | 'classifier'>,
) => `${name}:${type ?? 'jar'}:${classifier ?? ''}`;

/** The identity of a file, of which a tree has one version: group, artifact, extension and classifier. */
export const artifactKey = (
  name: string,
  { type = 'jar', classifier }: Pick<PomDependency, 'type' | 'classifier'>,
): string => {
  const known = types.get(type);
  return `${name}:${known?.extension ?? type}:${classifier ?? known?.classifier ?? ''}`;
};
