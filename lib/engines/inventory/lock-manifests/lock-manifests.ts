import type { FoundPackage } from '../lockfile-reader.ts';
import type { LockfileFormat } from '../formats.ts';
import { bazelMavenRequests, bazelModuleRequests, bazelUnlockedRequests } from './bazel-requests.ts';
import { environmentRequests } from '../conda/conda-requests.ts';
import { denoRequests } from './deno-requests.ts';
import { gradleBuildRequests, gradleProjectRequests } from './gradle-requests.ts';
import { cabalRequests, stackRequests } from './haskell-requests.ts';
import type { LockManifest } from './manifest-reader.ts';
import { mavenRequests } from './maven-requests.ts';
import { nugetRequests, nugetRuntimeRequests, packagesConfigRequests } from './nuget-requests.ts';
import { pixiRequests } from './pixi-requests.ts';
import { podfileRequests, podName } from './podfile-requests.ts';
import { dynamicRequests } from '../python/dynamic-requests.ts';
import { pypiName } from '../python/python-requirement.ts';
import { pipfileRequests, setupRequests } from './python-requests.ts';
import { rebarRequests } from './rebar-requests.ts';
import { rockName, rockspecRequests } from './rockspec-requests.ts';
import { sbtRequests, withoutScalaVersion } from './sbt-requests.ts';

/** The manifests of a lockfile, whose direct dependencies are compared with it. */
interface LockManifests {
  /** Manifests that are compared with what the reader of the format returns. */
  compared?: readonly LockManifest[];
  /** Manifests that the reader of the format itself compares. */
  byReader?: string;
  /** The reason why a format has no manifest. */
  none?: string;
}

const lowerCase = (name: string): string => name.toLowerCase();

const byLowerName = { nameOf: ({ name }: FoundPackage) => lowerCase(name), keyOf: lowerCase };
const byKey = { nameOf: ({ key }: FoundPackage) => key };

const pom: LockManifest = { files: 'pom.xml', read: mavenRequests };
const projects: LockManifest = { files: '*.csproj', read: nugetRequests, ...byLowerName };
const config: LockManifest = { files: 'packages.config', read: packagesConfigRequests, ...byLowerName };
const setup: LockManifest = { files: 'setup.py, setup.cfg', read: setupRequests };
const pipfile: LockManifest = { files: 'Pipfile', read: pipfileRequests };
const dynamic: LockManifest = { files: 'files that pyproject.toml names', read: dynamicRequests };
/** pip and conda install each other's packages, whose names they spell differently. */
const environment: LockManifest = {
  files: 'environment.yml, environment.yaml',
  read: environmentRequests,
  nameOf: ({ name }) => pypiName(name),
  keyOf: pypiName,
};
const bazelMaven = { files: 'MODULE.bazel, WORKSPACE' };

/**
 * The manifests of each lockfile format. Whatever a manifest requests must be in the lockfile beside it: otherwise
 * committing a lockfile or report would take the place of the manifest and hide its dependencies.
 */
export const lockManifests: Readonly<Record<LockfileFormat, LockManifests>> = {
  'package-lock': { byReader: 'package.json' },
  yarn: { byReader: 'package.json' },
  'pnpm-lock': { byReader: 'package.json' },
  'bun-lock': { byReader: 'package.json' },
  requirements: { byReader: 'requirements.in, pyproject.toml', compared: [setup, pipfile, dynamic] },
  'poetry-lock': { byReader: 'pyproject.toml', compared: [setup, pipfile, dynamic] },
  'uv-lock': { byReader: 'pyproject.toml', compared: [setup, pipfile, dynamic] },
  'pdm-lock': { byReader: 'pyproject.toml', compared: [setup, pipfile, dynamic] },
  pylock: { byReader: 'pyproject.toml', compared: [setup, pipfile, dynamic] },
  'pipfile-lock': { byReader: 'Pipfile', compared: [setup, dynamic] },
  'go-mod': { none: 'it is a manifest itself' },
  'go-sum': { none: 'it is read where its manifest is missing' },
  'go-work': { none: 'it is a manifest itself' },
  'cargo-lock': { byReader: 'Cargo.toml' },
  'gemfile-lock': { byReader: 'Gemfile' },
  'composer-lock': { byReader: 'composer.json' },
  'gradle-lockfile': { byReader: 'build.gradle' },
  'gradle-dependencies': { compared: [{ files: 'build.gradle', read: gradleProjectRequests }] },
  'verification-metadata': { compared: [{ files: 'build.gradle', read: gradleBuildRequests }] },
  'maven-tree': { compared: [pom] },
  'maven-install': { compared: [pom, { ...bazelMaven, read: bazelMavenRequests }] },
  'module-lock': {
    compared: [
      { files: 'MODULE.bazel', read: bazelModuleRequests },
      { ...bazelMaven, read: bazelUnlockedRequests },
    ],
  },
  'sbt-lock': {
    compared: [
      {
        files: '*.sbt, project/*.scala',
        read: sbtRequests,
        nameOf: ({ name }) => withoutScalaVersion(name),
        keyOf: withoutScalaVersion,
      },
    ],
  },
  'packages-lock': { compared: [projects, config] },
  'paket-lock': { byReader: 'paket.dependencies', compared: [projects, config] },
  'project-assets': { compared: [projects, config] },
  'deps-json': {
    compared: [{ files: '*.csproj', read: nugetRuntimeRequests, ...byLowerName }, config],
  },
  'mix-lock': { byReader: 'mix.exs' },
  'rebar-lock': { compared: [{ files: 'rebar.config', read: rebarRequests, ...byKey }] },
  'gleam-manifest': { byReader: 'gleam.toml' },
  'pubspec-lock': { byReader: 'pubspec.yaml' },
  'package-resolved': { byReader: 'Package.swift' },
  'conan-lock': { byReader: 'conanfile.txt, conanfile.py' },
  'vcpkg-json': { none: 'it is a manifest itself' },
  'renv-lock': { byReader: 'DESCRIPTION' },
  'julia-manifest': { byReader: 'Project.toml' },
  'stack-lock': { compared: [{ files: 'stack.yaml', read: stackRequests }] },
  'cabal-freeze': { compared: [{ files: '*.cabal', read: cabalRequests }] },
  'cpan-snapshot': { byReader: 'cpanfile' },
  'opam-locked': { byReader: '*.opam' },
  'luarocks-lock': {
    compared: [
      {
        files: '*.rockspec',
        read: rockspecRequests,
        nameOf: ({ name }) => rockName(name),
        keyOf: rockName,
      },
    ],
  },
  'podfile-lock': {
    compared: [
      { files: 'Podfile', read: podfileRequests, nameOf: ({ name }) => podName(name), keyOf: podName },
    ],
  },
  'deno-lock': { compared: [{ files: 'deno.json, imports of code', read: denoRequests }] },
  'conda-lock': { compared: [environment] },
  'conda-environment': { none: 'it is a manifest itself' },
  'pixi-lock': { compared: [{ files: 'pixi.toml', read: pixiRequests }, environment] },
  actions: { none: 'it is a manifest itself' },
  'terraform-lock': { byReader: '*.tf' },
  'tool-versions': { none: 'it is a manifest itself' },
};
