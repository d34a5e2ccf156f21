import type { LockfileFormat } from '../../domain/scans/dependency-file.ts';
import type { BuildReaders } from './build-reader.ts';
import { readBunLock } from './bun-lock.ts';
import { readCargoLock } from './cargo-lock.ts';
import { readComposerLock } from './composer-lock.ts';
import { readGemfileLock } from './gemfile-lock.ts';
import { readGradleBuild } from './gradle-build.ts';
import { readGradleLockfile } from './gradle-lockfile.ts';
import { readGoMod } from './go-mod.ts';
import { readMavenBuild } from './maven-build.ts';
import { readNugetBuild } from './nuget-build.ts';
import { readMixLock } from './mix-lock.ts';
import { readPackageLock } from './package-lock.ts';
import { readPackageResolved } from './package-resolved.ts';
import { readPackagesLock } from './packages-lock.ts';
import { readPdmLock } from './pdm-lock.ts';
import { readPipfileLock } from './pipfile-lock.ts';
import { readPnpmLock } from './pnpm-lock.ts';
import { readPoetryLock } from './poetry-lock.ts';
import { readPubspecLock } from './pubspec-lock.ts';
import type { LockfileReader } from './reader.ts';
import { readRequirements } from './requirements.ts';
import { readUvLock } from './uv-lock.ts';
import { readYarnLock } from './yarn-lock.ts';

/** THE table of lockfile readers. A further format is one file, one line here and one in domain/scans/dependency-file.ts. */
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

/** Readers of builds that no lockfile speaks for; what their files are called is in domain/scans/build-file.ts. */
export const buildReaders: BuildReaders = {
  maven: readMavenBuild,
  gradle: readGradleBuild,
  nuget: readNugetBuild,
};
