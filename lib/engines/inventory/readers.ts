import type { BuildReaders } from './build-reader.ts';
import type { LockfileFormat } from './formats.ts';
import { readBunLock } from './npm/bun-lock.ts';
import { readCargoLock } from './rust/cargo-lock.ts';
import { readComposerLock } from './php/composer-lock.ts';
import { readGemfileLock } from './ruby/gemfile-lock.ts';
import { readGradleBuild } from './jvm/gradle-build.ts';
import { readGradleLockfile } from './jvm/gradle-lockfile.ts';
import { readGoMod } from './go/go-mod.ts';
import { readMavenBuild } from './jvm/maven-build.ts';
import { readNugetBuild } from './dotnet/nuget-build.ts';
import { readMixLock } from './elixir/mix-lock.ts';
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
import { readYarnLock } from './npm/yarn-lock.ts';

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
};

/** The readers of builds without lockfiles; their files are in formats.ts. */
export const buildReaders: BuildReaders = {
  maven: readMavenBuild,
  gradle: readGradleBuild,
  nuget: readNugetBuild,
};
