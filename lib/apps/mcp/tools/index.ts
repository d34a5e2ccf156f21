import { creditsAlert, resolveRepositoryTool, searchComponent } from './read-organization.ts';
import { compareScans, explainFinding, listFindings, planUpgrades, waitScan } from './read-scan.ts';
import { checkLockfile, quoteScan, scanCommit } from './scan.ts';
import type { AnyTool } from './tool.ts';

/** The tools, in the order in which hosts list them. None can waive, change a gate, buy or comment. */
export const tools: readonly AnyTool[] = [
  resolveRepositoryTool,
  quoteScan,
  scanCommit,
  checkLockfile,
  waitScan,
  listFindings,
  explainFinding,
  planUpgrades,
  compareScans,
  searchComponent,
  creditsAlert,
];
