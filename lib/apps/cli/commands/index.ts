import { advisoriesCommand, packPomsCommand } from './advisories.ts';
import type { AnyCommand } from './command.ts';
import { commentCommand } from './comment.ts';
import { completionCommand } from './completion.ts';
import { historyScanCommand } from './history-scan.ts';
import { doctorCommand } from './doctor.ts';
import { initCommand } from './init.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { mcpCommand } from './mcp.ts';
import { policyCheckCommand, rulesCommands } from './policy.ts';
import { scanCommands } from './scan.ts';
import { storedScanCommands } from './stored-scans.ts';
import { verifyCommands } from './verify.ts';
import { waiveCommand } from './waive.ts';
import { whoamiCommand } from './whoami.ts';

/** The commands, in the order of help. Parsing, help, completion and the reference are generated from this table. */
export const commands: readonly AnyCommand[] = [
  loginCommand,
  logoutCommand,
  whoamiCommand,
  initCommand,
  doctorCommand,
  ...scanCommands,
  ...storedScanCommands,
  historyScanCommand,
  waiveCommand,
  policyCheckCommand,
  ...rulesCommands,
  commentCommand,
  ...verifyCommands,
  advisoriesCommand,
  packPomsCommand,
  mcpCommand,
  completionCommand,
];
