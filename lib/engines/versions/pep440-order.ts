import { compare, valid } from '@renovatebot/pep440';
import type { VersionOrder } from './version-order.ts';

/** Beyond this many digits numbers lose precision, and two versions would seem one. */
const hugeNumber = /\d{16}/;

/** Python versions by PEP 440. Legacy ones (`2004d`, `1.0-final`) have no order. */
export const pep440Order: VersionOrder<string> = {
  parse: (version) => (!hugeNumber.test(version) && valid(version) ? version : undefined),
  compare: (a, b) => Math.sign(compare(a, b)),
};
