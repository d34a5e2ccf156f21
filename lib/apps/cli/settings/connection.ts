import { createClient, type Client } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import { findAddress } from './address.ts';
import { findCredential } from './credential.ts';
import { organizationOf } from './organization.ts';
import { watchedFetch } from './watched-fetch.ts';

/** A connection to the service, with a credential. */
export interface ServiceConnection {
  client: Client;
  address: string;
  organization: string | undefined;
}

/** Connects a command to the service. Nothing is sent yet. @throws CliFailure without an address or a credential. */
export const connect = async (context: CommandContext): Promise<ServiceConnection> => {
  const { flags, environment, newId, sleep, elapsedMs } = context;
  const address = findAddress({ flag: flags.url, environment, stored: undefined });
  const token = await findCredential(context, address);
  const client = createClient({
    baseUrl: address,
    token,
    newIdempotencyKey: newId,
    fetch: watchedFetch(context),
    sleep,
    elapsedMs,
  });
  return { client, address, organization: organizationOf(context) };
};
