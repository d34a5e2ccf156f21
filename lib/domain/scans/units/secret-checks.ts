import type { GatePolicy } from '@scangate/engines/model/gate/policy';

/** The limit of secrets per scan that providers are queried about; each unit has an equal share, of at least one. */
const checksOfScan = 200;

/**
 * The limit of secrets that only earlier commits of the range have. Few do, and they are queried in addition to
 * those of the units.
 */
const checksOfRange = 50;

/** Returns the number of secrets of the range that providers are queried about. */
export const rangeSecretChecks = ({ verifySecrets }: Pick<GatePolicy, 'verifySecrets'>): number =>
  verifySecrets === 'on' ? checksOfRange : 0;

/** Returns the number of secrets of a unit that providers are queried about: none unless the policy says so. */
export const secretChecks = ({ verifySecrets }: Pick<GatePolicy, 'verifySecrets'>, units: number): number =>
  verifySecrets === 'on' ? Math.max(1, Math.floor(checksOfScan / Math.max(1, units))) : 0;
