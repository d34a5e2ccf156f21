import { spec as checkArtifact } from './check-artifact/function.ts';
import { spec as checkSource } from './check-source/function.ts';
import { spec as compareBase } from './compare-base/function.ts';
import { spec as fetchSource } from './fetch-source/function.ts';
import { spec as finishScan } from './finish-scan/function.ts';
import { spec as onExecutionEnded } from './on-execution-ended/function.ts';
import { spec as prepareBase } from './prepare-base/function.ts';
import { spec as prepareScan } from './prepare-scan/function.ts';
import { spec as rechargePool } from './recharge-pool/function.ts';
import { spec as scanUnit } from './scan-unit/function.ts';

export {
  checkArtifact,
  checkSource,
  compareBase,
  fetchSource,
  finishScan,
  onExecutionEnded,
  prepareBase,
  prepareScan,
  rechargePool,
  scanUnit,
};

/** The tasks of the workflows, and the functions beside them. */
export const workflowFunctions = [
  prepareScan,
  fetchSource,
  scanUnit,
  prepareBase,
  compareBase,
  finishScan,
  onExecutionEnded,
  checkArtifact,
  checkSource,
  rechargePool,
] as const;
