import { readActions } from './actions/workflow.ts';
import type { BuildReaders } from './build-reader.ts';
import type { LockfileFormat } from './formats.ts';
import { readProjectAssets } from './dotnet/project-assets.ts';
import { readDepsJson } from './dotnet/deps-json.ts';
import { readPaketLock } from './dotnet/paket-lock.ts';
import { readVerificationMetadata } from './jvm/verification-metadata.ts';
import { readSbtLock } from './jvm/sbt-lock.ts';
import { readGradleDependencies } from './dependency-trees/gradle-dependencies.ts';
import { readMavenTree } from './dependency-trees/maven-tree.ts';
import { readModuleLock } from './bazel/module-lock.ts';
import { readMavenInstall } from './bazel/maven-install.ts';
import { readConanLock } from './cpp/conan-lock.ts';
import { readVcpkgJson } from './cpp/vcpkg-json.ts';
import { readRenvLock } from './r/renv-lock.ts';
import { readJuliaManifest } from './julia/manifest-toml.ts';
import { readStackLock } from './haskell/stack-lock.ts';
import { readCabalFreeze } from './haskell/cabal-freeze.ts';
import { readRebarLock } from './beam/rebar-lock.ts';
import { readGleamManifest } from './beam/gleam-manifest.ts';
import { readCpanSnapshot } from './perl/cpan-snapshot.ts';
import { readOpamLocked } from './ocaml/opam-locked.ts';
import { readLuarocksLock } from './lua/luarocks-lock.ts';
import { readBunLock } from './bun/bun-lock.ts';
import { readCargoLock } from './rust/cargo-lock.ts';
import { readComposerLock } from './php/composer-lock.ts';
import { readPodfileLock } from './cocoapods/podfile-lock.ts';
import { readCondaEnvironment } from './conda/conda-environment.ts';
import { readCondaLock } from './conda/conda-lock.ts';
import { readPixiLock } from './conda/pixi-lock.ts';
import { readDenoLock } from './deno/deno-lock.ts';
import { readGoSum } from './go/go-sum.ts';
import { readGoWork } from './go/go-work.ts';
import { readPylock } from './python/pylock.ts';
import { readTerraformLock } from './terraform/terraform-lock.ts';
import { readToolVersions } from './tools/tool-versions.ts';
import { readGemfileLock } from './ruby/gemfile-lock.ts';
import { readGradleBuild } from './jvm/gradle-build.ts';
import { readGradleLockfile } from './jvm/gradle-lockfile.ts';
import { readGoMod } from './go/go-mod.ts';
import { readMavenBuild } from './jvm/maven-build.ts';
import { readNugetBuild } from './dotnet/nuget-build.ts';
import { readMixLock } from './beam/mix-lock.ts';
import { readPackageLock } from './npm/package-lock.ts';
import { readPackageResolved } from './swift/package-resolved.ts';
import { readPackagesLock } from './dotnet/packages-lock.ts';
import { readPdmLock } from './python/pdm-lock.ts';
import { readPipfileLock } from './python/pipfile-lock.ts';
import { readPnpmLock } from './npm/pnpm-lock.ts';
import { readPoetryLock } from './python/poetry-lock.ts';
import { readPubspecLock } from './dart/pubspec-lock.ts';
import type { LockfileReader } from './lockfile-reader.ts';
import { readRequirements } from './python/requirements.ts';
import { readUvLock } from './python/uv-lock.ts';
import { readYarnLock } from './yarn/yarn-lock.ts';

/** The reader of each lockfile format in formats.ts. */
export const lockfileReaders: Record<LockfileFormat, LockfileReader> = {
  'package-lock': readPackageLock,
  yarn: readYarnLock,
  'pnpm-lock': readPnpmLock,
  requirements: readRequirements,
  'poetry-lock': readPoetryLock,
  'uv-lock': readUvLock,
  'pipfile-lock': readPipfileLock,
  'go-mod': readGoMod,
  'bun-lock': readBunLock,
  'pdm-lock': readPdmLock,
  'cargo-lock': readCargoLock,
  'gemfile-lock': readGemfileLock,
  'composer-lock': readComposerLock,
  'gradle-lockfile': readGradleLockfile,
  'packages-lock': readPackagesLock,
  'mix-lock': readMixLock,
  'pubspec-lock': readPubspecLock,
  'package-resolved': readPackageResolved,
  'project-assets': readProjectAssets,
  'deps-json': readDepsJson,
  'paket-lock': readPaketLock,
  'verification-metadata': readVerificationMetadata,
  'sbt-lock': readSbtLock,
  'gradle-dependencies': readGradleDependencies,
  'maven-tree': readMavenTree,
  'module-lock': readModuleLock,
  'maven-install': readMavenInstall,
  'conan-lock': readConanLock,
  'vcpkg-json': readVcpkgJson,
  'renv-lock': readRenvLock,
  'julia-manifest': readJuliaManifest,
  'stack-lock': readStackLock,
  'cabal-freeze': readCabalFreeze,
  'rebar-lock': readRebarLock,
  'gleam-manifest': readGleamManifest,
  'cpan-snapshot': readCpanSnapshot,
  'opam-locked': readOpamLocked,
  'luarocks-lock': readLuarocksLock,
  'podfile-lock': readPodfileLock,
  'deno-lock': readDenoLock,
  'conda-lock': readCondaLock,
  'conda-environment': readCondaEnvironment,
  'pixi-lock': readPixiLock,
  'go-sum': readGoSum,
  'go-work': readGoWork,
  pylock: readPylock,
  actions: readActions,
  'terraform-lock': readTerraformLock,
  'tool-versions': readToolVersions,
};

/** The readers of builds without lockfiles; their files are in formats.ts. */
export const buildReaders: BuildReaders = {
  maven: readMavenBuild,
  gradle: readGradleBuild,
  nuget: readNugetBuild,
};
