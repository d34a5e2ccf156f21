import { outboundHosts } from '#adapters/outbound/outbound.ts';
import { readPrivateHosts } from '#adapters/outbound/private-hosts.ts';
import { openProviders, type ProviderServer } from '@scangate/emulator-providers/open-providers';

const noonMs = Date.parse('2026-03-01T12:00:00.000Z');

/** Starts the emulators of all providers, and a fetch that reaches them. */
export const openLocalProviders = async (now: () => number = () => noonMs) => {
  const providers: ProviderServer = await openProviders({ clock: { now } });
  const fetch = outboundHosts({ privateHosts: readPrivateHosts('provider:127.0.0.1') }).fetch('provider');
  return { providers, fetch };
};
