import { readdirSync, readFileSync } from 'node:fs';
import type { SecretRead } from '@scangate/emulator-providers/secrets/server';

const contracts = new URL('../../adapters/secret-liveness/contract/', import.meta.url);

/** Reads the documented responses of the secret providers. */
export const secretReads = (): SecretRead[] =>
  readdirSync(contracts).map((name) => ({
    ...(JSON.parse(readFileSync(new URL(name, contracts), 'utf8')) as Omit<SecretRead, 'kind'>),
    kind: name.replace(/\.json$/, ''),
  }));
