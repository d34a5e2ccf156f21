import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import { world } from '../endpoint-world.ts';

/** Names lead where the test says; those that it does not name lead to a public address. */
export const wireOutbound = () =>
  outboundHosts({
    privateHosts: readPrivateHosts(world.privateHosts),
    resolve: (hostname, _options, callback) =>
      callback(null, [{ address: world.addresses.get(hostname) ?? '93.184.216.34', family: 4 }]),
  });
