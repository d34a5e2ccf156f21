import { gitSources } from '../../adapters/git/git-sources.ts';
import { readAllowedSources } from '../../domain/repository-url.ts';
import { env } from '../env.ts';

export const wireSources = () => gitSources({ allowed: readAllowedSources(env('ALLOWED_SOURCES')) });
