import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import type { Outbound } from '#ports/outbound.ts';
import { world } from '#test/support/api/endpoint-world.ts';

/** Names resolve as the test says; others resolve to a public address. */
const current = (): Outbound =>
  outboundHosts({
    privateHosts: readPrivateHosts(world.privateHosts),
    resolve: (hostname, _options, callback) => {
      const address = world.addresses.get(hostname) ?? '93.184.216.34';
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    },
  });

export const wireOutbound = (): Outbound => ({
  fetch: (purpose) => current().fetch(purpose),
  check: (purpose, url) => current().check(purpose, url),
  isPrivateHost: (purpose, hostname) => current().isPrivateHost(purpose, hostname),
});
