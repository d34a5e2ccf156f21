import { compare, valid } from '@renovatebot/pep440';
import type { VersionOrder } from './version-order.ts';

/** Numbers with more digits lose precision, and two versions would compare as equal. */
const hugeNumber = /\d{16}/;

/** Orders Python versions by PEP 440. Legacy versions (`2004d`, `1.0-final`) cannot be ordered. */
export const pep440Order: VersionOrder<string> = {
  parse: (version) => (!hugeNumber.test(version) && valid(version) ? version : undefined),
  compare: (a, b) => Math.sign(compare(a, b)),
};
