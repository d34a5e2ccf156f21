import { gitSources } from '#adapters/git/git-sources.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import { sandboxedReaders } from '#adapters/sandbox/commit-readers.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { env, optionalEnv } from '#runtime/env.ts';
import { wireAppTokens } from '../providers.ts';
import { sandboxOf } from '../sandbox.ts';
import { watchFailedHandshakes } from './failed-handshakes.ts';
import { watchForbiddenAddresses } from './forbidden-addresses.ts';

/** The sources that the operator permits. */
const permitted = () => {
  watchForbiddenAddresses();
  watchFailedHandshakes();
  return {
    allowed: readAllowedSources(env('ALLOWED_SOURCES')),
    privateHosts: readPrivateHosts(optionalEnv('PRIVATE_HOSTS')),
    tokenOf: wireAppTokens,
  };
};

export const wireSources = () => gitSources(permitted());

/** Parses data from hosts in a sandbox. */
export const wireSandboxedSources = (name: string) =>
  gitSources({ ...permitted(), readers: sandboxedReaders(sandboxOf(name)) });
