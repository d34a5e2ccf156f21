import type { BuildFileRow, LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Gradle and sbt. */
export const jvmLockfiles = [
  {
    file: 'gradle.lockfile',
    type: 'gradle',
    rank: 0,
    format: 'gradle-lockfile',
    hasNoGraph: true,
    isComplementary: true,
    about: 'all configurations',
  },
  {
    file: 'buildscript-gradle.lockfile',
    type: 'gradle',
    rank: 0,
    format: 'gradle-lockfile',
    hasNoGraph: true,
    isComplementary: true,
    locksPluginsOnly: true,
    about: 'plugins of the build',
  },
  {
    file: 'build.sbt.lock',
    type: 'sbt',
    rank: 0,
    format: 'sbt-lock',
    hasNoGraph: true,
    about: 'of sbt-dependency-lock, all configurations',
  },
] as const satisfies readonly LockfileRow[];

/** The list of everything that a Gradle build has downloaded, which says less than a lockfile or a report. */
export const gradleVerification = [
  {
    file: /(?:^|\/)gradle\/verification-metadata\.xml$/,
    isPath: true,
    label: 'gradle/verification-metadata.xml',
    type: 'gradle',
    rank: 2,
    format: 'verification-metadata',
    hasNoGraph: true,
    inSharedFolder: true,
    about: 'all modules of the build with hashes',
  },
] as const satisfies readonly LockfileRow[];

/** The build files of Maven and Gradle. */
export const jvmBuildFiles: readonly BuildFileRow[] = [
  {
    file: 'pom.xml',
    type: 'maven',
    marksProject: true,
    isStandalone: true,
    about: 'with parents and BOMs of the repository',
  },
  {
    file: 'build.gradle',
    type: 'gradle',
    marksProject: true,
    isStandalone: true,
    about: 'literal declarations',
  },
  {
    file: 'build.gradle.kts',
    type: 'gradle',
    marksProject: true,
    isStandalone: true,
    about: 'literal declarations',
  },
  { file: 'settings.gradle', type: 'gradle', marksProject: true, about: 'literal declarations' },
  { file: 'settings.gradle.kts', type: 'gradle', marksProject: true, about: 'literal declarations' },
  {
    file: /^.{0,120}\.gradle(?:\.kts)?$/,
    label: '*.gradle, *.gradle.kts',
    type: 'gradle',
    about: 'literal declarations',
  },
  {
    file: /(?:^|\/)gradle\/[\w-]{1,60}\.versions\.toml$/,
    isPath: true,
    label: 'gradle/*.versions.toml',
    type: 'gradle',
    inSharedFolder: true,
    about: 'version catalogs',
  },
];

/** The manifests of sbt. */
export const sbtManifests: readonly ManifestRow[] = [{ file: 'build.sbt', type: 'sbt' }];
