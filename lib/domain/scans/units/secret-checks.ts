import type { GatePolicy } from '@scangate/engines/model/gate/policy';

/** The secrets that the providers are asked about for one scan; each of its units has an equal part, and one at least. */
const checksOfScan = 200;

/** The secrets that only the commits behind the head have. Few are, and they are asked about beside those of the units. */
const checksOfRange = 50;

/** Says about how many secrets of the range the providers are asked. */
export const rangeSecretChecks = ({ verifySecrets }: Pick<GatePolicy, 'verifySecrets'>): number =>
  verifySecrets === 'on' ? checksOfRange : 0;

/** Says about how many secrets of a unit the providers are asked: none unless the policy says so. */
export const secretChecks = ({ verifySecrets }: Pick<GatePolicy, 'verifySecrets'>, units: number): number =>
  verifySecrets === 'on' ? Math.max(1, Math.floor(checksOfScan / Math.max(1, units))) : 0;
