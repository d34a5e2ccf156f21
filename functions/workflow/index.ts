import { spec as assembleAuditorPack } from './assemble-auditor-pack/function.ts';
import { spec as planHistory } from './plan-history/function.ts';
import { spec as workOnHistory } from './work-on-history/function.ts';
import { spec as endHistory } from './end-history/function.ts';
import { spec as readHistory } from './read-history/function.ts';
import { spec as checkArtifact } from './check-artifact/function.ts';
import { spec as askGitHost } from './check-source/function.ts';
import { spec as compareBase } from './compare-base/function.ts';
import { spec as completeAdvisoryWatch } from './complete-advisory-watch/function.ts';
import { spec as eraseOrganization } from './erase-organization/function.ts';
import { spec as fetchSmallSource } from './fetch-small-source/function.ts';
import { spec as fetchSource } from './fetch-source/function.ts';
import { spec as finishScan } from './finish-scan/function.ts';
import { spec as trackDefaultBranch } from './track-default-branch/function.ts';
import { spec as matchAdvisories } from './match-advisories/function.ts';
import { spec as onExecutionEnded } from './on-execution-ended/function.ts';
import { spec as planAuditorPack } from './plan-auditor-pack/function.ts';
import { spec as prepareBase } from './prepare-base/function.ts';
import { spec as prepareScan } from './prepare-scan/function.ts';
import { spec as rechargePool } from './recharge-pool/function.ts';
import { spec as rejudgeUnits } from './rejudge-units/function.ts';
import { spec as scanSmallUnits } from './scan-small-units/function.ts';
import { spec as scanUnit } from './scan-unit/function.ts';
import { spec as tryRules } from './try-rules/function.ts';
import { spec as writeExport } from './write-export/function.ts';
import { spec as writeAuditorPackSlice } from './write-auditor-pack-slice/function.ts';

export {
  checkArtifact,
  askGitHost,
  tryRules,
  compareBase,
  fetchSmallSource,
  fetchSource,
  finishScan,
  trackDefaultBranch,
  onExecutionEnded,
  prepareBase,
  prepareScan,
  rechargePool,
  matchAdvisories,
  rejudgeUnits,
  completeAdvisoryWatch,
  scanSmallUnits,
  scanUnit,
  eraseOrganization,
  writeExport,
  planAuditorPack,
  writeAuditorPackSlice,
  assembleAuditorPack,
  planHistory,
  workOnHistory,
  endHistory,
  readHistory,
};

/** The tasks of the workflows, and the functions beside them. */
export const workflowFunctions = [
  prepareScan,
  fetchSource,
  fetchSmallSource,
  scanSmallUnits,
  scanUnit,
  prepareBase,
  compareBase,
  finishScan,
  trackDefaultBranch,
  onExecutionEnded,
  checkArtifact,
  askGitHost,
  tryRules,
  rechargePool,
  matchAdvisories,
  rejudgeUnits,
  completeAdvisoryWatch,
  eraseOrganization,
  writeExport,
  planAuditorPack,
  writeAuditorPackSlice,
  assembleAuditorPack,
  readHistory,
  planHistory,
  workOnHistory,
  endHistory,
] as const;
