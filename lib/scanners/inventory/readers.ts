import type { LockfileFormat } from '../../domain/scans/dependency-file.ts';
import { readBunLock } from './bun-lock.ts';
import { readCargoLock } from './cargo-lock.ts';
import { readComposerLock } from './composer-lock.ts';
import { readGemfileLock } from './gemfile-lock.ts';
import { readGoMod } from './go-mod.ts';
import { readPackageLock } from './package-lock.ts';
import { readPdmLock } from './pdm-lock.ts';
import { readPipfileLock } from './pipfile-lock.ts';
import { readPnpmLock } from './pnpm-lock.ts';
import { readPoetryLock } from './poetry-lock.ts';
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
};
