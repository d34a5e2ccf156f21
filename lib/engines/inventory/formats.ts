import type { Ecosystem } from '../model/component.ts';
import { bazelLockfiles, bazelManifests } from './bazel/formats.ts';
import { cppLockfiles, cppManifests } from './cpp/formats.ts';
import { treeReports } from './dependency-trees/formats.ts';
import { haskellLockfiles, haskellManifests } from './haskell/formats.ts';
import { juliaLockfiles } from './julia/formats.ts';
import { luaLockfiles } from './lua/formats.ts';
import { opamLockfiles } from './ocaml/formats.ts';
import { perlLockfiles, perlManifests } from './perl/formats.ts';
import { rLockfiles } from './r/formats.ts';
import { actionsLockfiles } from './actions/formats.ts';
import { cocoapodsLockfiles, cocoapodsManifests } from './cocoapods/formats.ts';
import { pubLockfiles, pubManifests } from './dart/formats.ts';
import { condaLockfiles } from './conda/formats.ts';
import { denoLockfiles } from './deno/formats.ts';
import { nugetBuildFiles, nugetLockfiles, nugetManifests } from './dotnet/formats.ts';
import { hexLockfiles, hexManifests } from './beam/formats.ts';
import { goLockfiles } from './go/formats.ts';
import { gradleVerification, jvmBuildFiles, jvmLockfiles, sbtManifests } from './jvm/formats.ts';
import { npmLockfiles, npmManifests } from './npm/formats.ts';
import { composerLockfiles, composerManifests } from './php/formats.ts';
import { pythonLockfiles, pythonManifests } from './python/formats.ts';
import { rubygemsLockfiles, rubygemsManifests } from './ruby/formats.ts';
import { cargoLockfiles, cargoManifests } from './rust/formats.ts';
import { swiftLockfiles, swiftManifests } from './swift/formats.ts';
import { terraformLockfiles } from './terraform/formats.ts';
import { toolsLockfiles } from './tools/formats.ts';
import type { BuildFileRow, DependencyType, ManifestRow } from './formats/rows.ts';

/**
 * The ecosystem of the packages that a unit of a type depends on; absent for types whose packages have no
 * advisories.
 */
export const ecosystemOfUnit: Readonly<Partial<Record<DependencyType, Ecosystem>>> = {
  npm: 'npm',
  pypi: 'PyPI',
  go: 'Go',
  cargo: 'crates.io',
  rubygems: 'RubyGems',
  composer: 'Packagist',
  maven: 'Maven',
  gradle: 'Maven',
  nuget: 'NuGet',
  hex: 'Hex',
  pub: 'Pub',
  swift: 'SwiftURL',
  cran: 'CRAN',
  hackage: 'Hackage',
  julia: 'Julia',
  opam: 'opam',
  sbt: 'Maven',
  actions: 'GitHub Actions',
};

/**
 * The table of lockfiles, which each language declares in its folder. A row with a new format does not compile without
 * a reader in readers.ts.
 */
export const lockfileRows = [
  ...npmLockfiles,
  ...pythonLockfiles,
  ...goLockfiles,
  ...cargoLockfiles,
  ...rubygemsLockfiles,
  ...composerLockfiles,
  ...jvmLockfiles,
  ...nugetLockfiles,
  ...hexLockfiles,
  ...pubLockfiles,
  ...swiftLockfiles,
  ...treeReports,
  ...gradleVerification,
  ...bazelLockfiles,
  ...cppLockfiles,
  ...rLockfiles,
  ...juliaLockfiles,
  ...haskellLockfiles,
  ...opamLockfiles,
  ...perlLockfiles,
  ...luaLockfiles,
  ...cocoapodsLockfiles,
  ...denoLockfiles,
  ...condaLockfiles,
  ...actionsLockfiles,
  ...terraformLockfiles,
  ...toolsLockfiles,
] as const;

/** Formats with a reader. */
export type LockfileFormat = Extract<(typeof lockfileRows)[number], { format: string }>['format'];

/** The table of build files; their readers are in readers.ts by type. */
export const buildFileRows: readonly BuildFileRow[] = [...jvmBuildFiles, ...nugetBuildFiles];

/** The table of manifests. */
export const manifestRows: readonly ManifestRow[] = [
  ...npmManifests,
  ...pythonManifests,
  ...cargoManifests,
  ...rubygemsManifests,
  ...composerManifests,
  ...nugetManifests,
  ...hexManifests,
  ...pubManifests,
  ...swiftManifests,
  ...sbtManifests,
  ...bazelManifests,
  ...cppManifests,
  ...haskellManifests,
  ...perlManifests,
  ...cocoapodsManifests,
];

/** Directories that hold dependency files of their parent directory: those of pip, Gradle, NuGet, Xcode and GitHub. */
export const sharedFolders: readonly RegExp[] = [
  /(?:^|\/)requirements\/$/,
  /(?:^|\/)gradle\/$/,
  /(?:^|\/)obj\/$/,
  /(?:^|\/)\.github\/workflows\/$/,
  /^\.github\/workflows\/$/,
  /(?:^|\/)[^/]{1,200}\.xcodeproj\/project\.xcworkspace\/xcshareddata\/swiftpm\/$/,
  /(?:^|\/)[^/]{1,200}\.xcworkspace\/xcshareddata\/swiftpm\/$/,
];
