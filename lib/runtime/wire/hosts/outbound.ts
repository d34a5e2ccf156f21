import { outboundHosts, type OutboundOptions } from '#adapters/outbound/outbound.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import { optionalEnv } from '#runtime/env.ts';
import { watchFailedHandshakes } from './failed-handshakes.ts';
import { watchForbiddenAddresses } from './forbidden-addresses.ts';

/** @param allowed what the operator permits for the hosts of a purpose. */
export const wireOutbound = (allowed: OutboundOptions['allowed'] = {}) => {
  watchForbiddenAddresses();
  watchFailedHandshakes();
  return outboundHosts({ allowed, privateHosts: readPrivateHosts(optionalEnv('PRIVATE_HOSTS')) });
};
