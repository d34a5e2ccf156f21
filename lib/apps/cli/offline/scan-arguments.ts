import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Threshold } from '@scangate/engines/model/severity';
import { badFlag } from '../arguments/flags.ts';
import { requestedReports, type RequestedReport } from '../scan/requested-reports.ts';
import type { FailOn, ScanFlagValues } from '../scan/scan-flags.ts';
import type { CommandContext } from '../commands/command.ts';

export interface ScanArguments {
  /** The path or URL of the repository. */
  target: string;
  commit?: string;
  branch?: string;
  /** The files to scan instead of those of a commit. */
  files?: 'working-tree' | 'staged';
  types?: readonly (ScanType | 'all')[];
  threshold?: Threshold;
  failOn?: FailOn;
  advisories: readonly string[];
  /** The file with rules that run in addition to those of the engines. */
  rules?: string;
  timeoutSeconds: number;
  reports: RequestedReport[];
}

/** The flags that only work with the service. */
const needService = [
  'base',
  'pull-request',
  'unit',
  'lockfile',
  'sbom',
  'gate',
  'no-wait',
  'interval',
  'dry-run',
  'cancel-on-interrupt',
] as const;

const filesOf = (flags: ScanFlagValues): ScanArguments['files'] => {
  const { staged, 'working-tree': workingTree } = flags;
  if (staged && workingTree) throw badFlag('--staged and --working-tree exclude each other.');
  if (!staged && !workingTree) return undefined;
  if (flags.commit !== undefined || flags.branch !== undefined)
    throw badFlag('--commit and --branch select a commit, while --staged and --working-tree scan none.');
  return staged ? 'staged' : 'working-tree';
};

/** Refuses flags that a local scan does not support. @throws CliFailure */
export const requireOfflineFlags = (flags: ScanFlagValues): void => {
  const online = needService.find((name) => flags[name] !== undefined);
  if (online !== undefined) throw badFlag(`--${online} needs the service, and --offline uses none.`);
};

/** Parses the flags of a local scan. @throws CliFailure */
export const scanArgumentsOf = ({
  flags,
  positionals: [target = '.'],
}: {
  flags: ScanFlagValues & Pick<CommandContext['flags'], 'json'>;
  positionals: readonly string[];
}): ScanArguments => {
  const files = filesOf(flags);
  const { commit, branch, types, threshold } = flags;
  return {
    target,
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(files && { files }),
    ...(types !== undefined && { types }),
    ...(threshold !== undefined && { threshold }),
    ...(flags['fail-on'] !== undefined && { failOn: flags['fail-on'] }),
    advisories: flags.advisories ?? [],
    ...(flags.rules !== undefined && { rules: flags.rules }),
    timeoutSeconds: flags.timeout ?? 1800,
    reports: requestedReports(flags),
  };
};
