import { gitSources as makeSources } from '../adapters/git/git-sources.ts';
import { readAllowedSources } from '../domain/repository-url.ts';
import { env } from './env.ts';

/** Apart from the other wiring: git is large, and two functions need it. */
export const gitSources = () => makeSources({ allowed: readAllowedSources(env('ALLOWED_SOURCES')) });
