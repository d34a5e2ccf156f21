import type { Outbound, OutboundPurpose } from '#ports/outbound.ts';
import { checkedFetch, outboundFailureOf, type CheckedFetchOptions } from './checked-fetch.ts';
import {
  addressRule,
  checkAddressLiteral,
  checkedLookup,
  type AllowedAddresses,
  type ResolveHostname,
} from './permitted-address.ts';
import type { PrivateHosts } from './private-hosts.ts';

type Limits = Pick<CheckedFetchOptions, 'connectMs' | 'timeoutMs' | 'maxBytes' | 'excess'>;

/** The limits by purpose. Git streams what it reads, and bounds it itself; its checks of a host are small. */
const limits: Readonly<Record<OutboundPurpose, Limits>> = {
  issuer: { connectMs: 3_000, timeoutMs: 5_000, maxBytes: 256 * 1024, excess: 'refuse' },
  webhook: { connectMs: 3_000, timeoutMs: 10_000, maxBytes: 64 * 1024, excess: 'cut' },
  provider: { connectMs: 3_000, timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024, excess: 'refuse' },
  git: { connectMs: 10_000, timeoutMs: 30_000, maxBytes: 1024 * 1024, excess: 'refuse' },
};

export interface OutboundOptions {
  privateHosts: PrivateHosts;
  /** The addresses that an operator permits at every host of a purpose; by default public ones over https. */
  allowed?: Partial<Record<OutboundPurpose, AllowedAddresses>>;
  resolve?: ResolveHostname | undefined;
  /** Shorter limits, for tests of hosts that do not respond. */
  limits?: Partial<Limits>;
}

const publicAddresses: AllowedAddresses = new Set(['https']);

/** Returns which addresses of a host may be connected to, for a purpose. */
export const allowedAddressesOf =
  (purpose: OutboundPurpose, { allowed, privateHosts }: OutboundOptions) =>
  (hostname: string): AllowedAddresses => {
    const everywhere = allowed?.[purpose] ?? publicAddresses;
    return privateHosts.has(`${purpose}:${hostname.toLowerCase()}`)
      ? new Set([...everywhere, 'private', 'loopback'])
      : everywhere;
  };

const checkHost = async (
  url: URL,
  allowed: AllowedAddresses,
  resolve: ResolveHostname | undefined,
): Promise<void> => {
  const isPermitted = addressRule(allowed, url.protocol);
  checkAddressLiteral(url, isPermitted);
  if (url.hostname.startsWith('[')) return;
  const { promise, resolve: pass, reject } = Promise.withResolvers<void>();
  checkedLookup(isPermitted, resolve)(url.hostname, { all: true }, (error) =>
    error ? reject(error) : pass(),
  );
  await promise;
};

/** Connects to hosts that others chose; nothing else connects to them (docs/adr/0082-outbound.md). */
export const outboundHosts = (options: OutboundOptions): Outbound => ({
  fetch: (purpose) =>
    checkedFetch({
      ...limits[purpose],
      ...options.limits,
      resolve: options.resolve,
      allowedAt: allowedAddressesOf(purpose, options),
    }),
  async check(purpose, text) {
    const url = new URL(text);
    const late = AbortSignal.timeout(options.limits?.connectMs ?? limits[purpose].connectMs);
    const { promise: waited, reject } = Promise.withResolvers<never>();
    late.addEventListener('abort', () => reject(new Error('no answer in time')));
    const allowed = allowedAddressesOf(purpose, options)(url.hostname);
    try {
      await Promise.race([checkHost(url, allowed, options.resolve), waited]);
    } catch (error) {
      throw outboundFailureOf(error, late);
    }
  },
  isPrivateHost: (purpose, hostname) => options.privateHosts.has(`${purpose}:${hostname.toLowerCase()}`),
});
