/**
 * Build systems whose projects inherit from each other across directories. Without a lockfile their files are
 * read together, and the whole build is one unit.
 */
const buildTypes = ['maven', 'gradle', 'nuget'] as const;
export type BuildType = (typeof buildTypes)[number];

export const isBuildType = (type: string): type is BuildType =>
  (buildTypes as readonly string[]).includes(type);

const read: Record<string, BuildType> = {
  'pom.xml': 'maven',
  'packages.config': 'nuget',
  'Directory.Build.props': 'nuget',
  'Directory.Build.targets': 'nuget',
  'Directory.Packages.props': 'nuget',
};

const projectName = /^.{1,120}\.(?:csproj|fsproj|vbproj)$/;
const scriptName = /^.{0,120}\.gradle(?:\.kts)?$/;
const solutionName = /^.{1,120}\.slnx?$/;
const catalogPath = /(?:^|\/)gradle\/[\w-]{1,60}\.versions\.toml$/;
const projectScripts = new Set([
  'build.gradle',
  'build.gradle.kts',
  'settings.gradle',
  'settings.gradle.kts',
]);

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Matches `test`, `it`, `integrationTest`, `test-data`, but not `latest`. */
const isForTests = (name: string): boolean =>
  /^(?:it|tests?)$|^test(?:[A-Z_-]|$)|(?:Test|-test|-tests|-it)$/.test(name);

/**
 * Matches projects that exist only for tests, which Maven and Gradle keep under `src/test`, `src/it` and the
 * like.
 */
const isTestProject = (path: string): boolean => {
  const segments = path.split('/').slice(0, -1);
  return segments.some(
    (segment, at) =>
      segment === 'archetype-resources' || (segment === 'src' && isForTests(segments[at + 1] ?? '')),
  );
};

/** Returns the build system whose declarations a file holds, or undefined. */
export const recognizeBuildFile = (path: string): BuildType | undefined => {
  const name = baseName(path);
  if (projectName.test(name)) return 'nuget';
  const isGradle = scriptName.test(name) || catalogPath.test(path);
  const type = Object.hasOwn(read, name) ? read[name] : isGradle ? 'gradle' : undefined;
  return type && type !== 'nuget' && isTestProject(path) ? undefined : type;
};

/** Returns the build system whose project a file marks, or undefined. */
export const recognizeBuildManifest = (path: string): BuildType | undefined => {
  const name = baseName(path);
  if (solutionName.test(name)) return 'nuget';
  const type = recognizeBuildFile(path);
  return type === 'gradle' && !projectScripts.has(name) ? undefined : type;
};

/** Names of build files that can be read alone, for messages. */
export const standaloneBuildFiles: readonly string[] = [
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'packages.config',
];
