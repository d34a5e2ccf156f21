import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AllowedSources } from '@scangate/domain/repositories/repository-url';

/** A connection that would leave the addresses an operator allows. Says no more: what is inside is nobody's business. */
export class ForbiddenAddress extends Error {}

export type AddressRule = (address: string) => boolean;

const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** All of IPv6 that is given out to be routed (RFC 4291, IANA). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** The address that is reached in the end: mapped IPv4 is IPv4. Addresses that are translated on the way stay what they are. */
const reached = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined;

/**
 * Which addresses may be connected to: public ones, and what `allowed` adds. Link-local, multicast, translated
 * (NAT64, 6to4, Teredo) and reserved addresses never; with http only this machine.
 */
export const addressRule =
  (allowed: AllowedSources, protocol: string): AddressRule =>
  (text) => {
    const address = reached(text);
    const range = address?.range();
    if (!address || !range) return false;
    if (range === 'loopback') return allowed.has('loopback');
    if (protocol !== 'https:') return false;
    if (privateRanges.includes(range)) return allowed.has('private');
    return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
  };

/** How names become addresses; the system's unless a test says otherwise. */
export type ResolveHostname = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The lookup of a connection itself: what was checked is what is connected to, so that a name cannot change between.
 */
export const checkedLookup =
  (isPermitted: AddressRule, resolve: ResolveHostname = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const permitted = addresses.filter(({ address }) => isPermitted(address));
      const [first] = permitted;
      if (!first) return callback(new ForbiddenAddress(), []);
      return options.all ? callback(null, permitted) : callback(null, first.address, first.family);
    });
  };

/** A host that is an address by itself is never looked up: it is checked here. @throws ForbiddenAddress */
export const checkAddressLiteral = ({ hostname }: URL, isPermitted: AddressRule): void => {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPermitted(literal)) throw new ForbiddenAddress();
};
