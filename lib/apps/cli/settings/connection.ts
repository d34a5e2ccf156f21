import { createHash } from 'node:crypto';
import { createClient, type Client } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import { findAddress } from './address.ts';
import { findCredential, type Credential } from './credential.ts';
import { organizationOf } from './organization.ts';
import { storedAddress } from './stored-credential.ts';
import { watchedFetch } from './watched-fetch.ts';

/** A connection to the service, with a credential. */
export interface ServiceConnection {
  client: Client;
  address: string;
  organization: string | undefined;
  credential: Credential;
}

/**
 * Finds the address for a command. The address that `login` stored is read only if no other one is given. @throws
 * CliFailure
 */
export const addressOf = ({ flags, environment }: CommandContext): string => {
  const isNamed = flags.url !== undefined || (environment['SCANGATE_URL'] ?? '') !== '';
  const stored = isNamed ? undefined : storedAddress(environment);
  return findAddress({ flag: flags.url, environment, stored });
};

/** Creates a client of the service. Without a credential, it is for operations that need none. */
export const clientOf = (
  context: CommandContext,
  { address, token }: { address: string; token?: Credential['token'] },
): Client => {
  const { newId: newIdempotencyKey, sleep, elapsedMs } = context;
  const own = {
    baseUrl: address,
    newIdempotencyKey,
    newSha256: () => createHash('sha256'),
    fetch: watchedFetch(context),
    sleep,
    elapsedMs,
  };
  return createClient(token === undefined ? { ...own, anonymous: true } : { ...own, token });
};

/** Connects a command to the service. Nothing is sent yet. @throws CliFailure without an address or a credential. */
export const connect = async (context: CommandContext): Promise<ServiceConnection> => {
  const address = addressOf(context);
  const credential = findCredential(context, address);
  const client = clientOf(context, { address, token: credential.token });
  return { client, address, organization: organizationOf(context), credential };
};
