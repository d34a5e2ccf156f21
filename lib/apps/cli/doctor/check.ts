import type { BodyOfResponse } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ResolvedRepository } from '../scan/scan-request.ts';
import type { ScanTarget } from '../scan/scan-target.ts';
import type { ServiceConnection } from '../settings/connection.ts';

/** The facts that earlier checks found. */
export interface Facts {
  address?: string;
  /** The answer of the service to a request without a credential. */
  answer?: Response;
  connection?: ServiceConnection;
  target?: ScanTarget;
  repository?: ResolvedRepository;
  quote?: BodyOfResponse<'quote-scan', 200>;
}

/** The answer of a check: one line, and lines of the remedy. */
export interface Finding {
  detail: string;
  /** Something is missing that a scan does not need. */
  isNote?: true;
}

/** One thing that a scan needs. */
export interface Check {
  name: string;
  /** The facts that it starts from. */
  needs: readonly (keyof Facts)[];
  /** Adds facts, and says what is there. @throws what describes the failure and its exit code. */
  run(context: CommandContext, facts: Facts): Promise<Finding> | Finding;
}

export interface CheckResult {
  name: string;
  state: 'ok' | 'note' | 'failed' | 'skipped';
  detail: string;
  remedy?: string;
  /** The end of a scan that fails for this reason. */
  exit?: { code: ExitCode; because: string };
}
