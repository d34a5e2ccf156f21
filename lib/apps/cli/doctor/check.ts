import type { BodyOfResponse } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ResolvedRepository } from '../scan/scan-request.ts';
import type { ScanTarget } from '../scan/scan-target.ts';
import type { ServiceConnection } from '../settings/connection.ts';

/** The facts that earlier checks found. */
export interface Facts {
  address?: string;
  /** The response of the service to a request without a credential. */
  answer?: Response;
  connection?: ServiceConnection;
  target?: ScanTarget;
  repository?: ResolvedRepository;
  quote?: BodyOfResponse<'quote-scan', 200>;
}

/** The result of a check: one line, and lines about the remedy. */
export interface Finding {
  detail: string;
  /** The check found something missing that a scan does not need. */
  isNote?: true;
}

/** A check of one thing that a scan needs. */
export interface Check {
  name: string;
  /** The facts that it depends on. */
  needs: readonly (keyof Facts)[];
  /** Adds facts, and describes what was found. @throws an error that describes the failure and its exit code. */
  run(context: CommandContext, facts: Facts): Promise<Finding> | Finding;
}

export interface CheckResult {
  name: string;
  state: 'ok' | 'note' | 'failed' | 'skipped';
  detail: string;
  remedy?: string;
  /** The exit code of a scan that fails for this reason. */
  exit?: { code: ExitCode; because: string };
}
