import { gitSources } from '#adapters/git/git-sources.ts';
import { sandboxedReaders } from '#adapters/sandbox/commit-readers.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env } from '../env.ts';
import { sandboxOf } from './sandbox.ts';

const allowed = () => readAllowedSources(env('ALLOWED_SOURCES'));

export const wireSources = () => gitSources({ allowed: allowed() });

/** Reads what hosts send in a sandbox. */
export const wireSandboxedSources = (name: string) =>
  gitSources({ allowed: allowed(), readers: sandboxedReaders(sandboxOf(name)) });
