import { gitSources } from '#adapters/git/git-sources.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env } from '../env.ts';

export const wireSources = () => gitSources({ allowed: readAllowedSources(env('ALLOWED_SOURCES')) });
