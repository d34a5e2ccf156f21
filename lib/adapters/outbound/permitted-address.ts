import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The kinds of addresses that may be connected to: public ones (`https`), `private` ones, this machine (`loopback`). */
export type AllowedAddresses = ReadonlySet<string>;

let tell: () => void = () => undefined;

/** Reports each refused address where connections are wired: operators want to know of such attempts. */
export const onForbiddenAddress = (told: () => void): void => void (tell = told);

/** Refuses a connection to an address that is not allowed. It has no details, which could reveal an internal network. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';

  constructor() {
    super();
    tell();
  }
}

export type AddressRule = (address: string) => boolean;

const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** The global unicast range of IPv6 (RFC 4291, IANA). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Normalizes an address: mapped IPv4 becomes IPv4, translated addresses stay as they are. */
const reached = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined =>
  ipaddr.isValid(address) ? ipaddr.process(address) : undefined;

/**
 * Decides which addresses may be connected to: public ones, and those that `allowed` adds. Link-local, multicast,
 * translated (NAT64, 6to4, Teredo) and reserved addresses are never permitted; http only reaches this machine.
 */
export const addressRule =
  (allowed: AllowedAddresses, protocol: string): AddressRule =>
  (text) => {
    const address = reached(text);
    const range = address?.range();
    if (!address || !range) return false;
    if (range === 'loopback') return allowed.has('loopback');
    if (protocol !== 'https:') return false;
    if (privateRanges.includes(range)) return allowed.has('private');
    return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
  };

/** Resolves host names to addresses, by default with the system's resolver. */
export type ResolveHostname = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Checks addresses in the lookup of the connection itself, so that a name cannot change after the check.
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

/** Checks a host that is an address, which is never looked up. @throws ForbiddenAddress */
export const checkAddressLiteral = ({ hostname }: URL, isPermitted: AddressRule): void => {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPermitted(literal)) throw new ForbiddenAddress();
};
