import { dnsTxtRecords } from '#adapters/dns/txt-records.ts';
import { optionalEnv } from '#runtime/env.ts';

/** Without a setting, the DNS servers of the system are used. */
export const wireTxtRecords = () =>
  dnsTxtRecords((optionalEnv('DNS_SERVERS') ?? '').split(',').filter((server) => server !== ''));
