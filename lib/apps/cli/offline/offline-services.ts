import type { OpenConnections } from '@scangate/git/remote/git-host-connections';
import type { advisoriesFlags } from '../commands/advisories.ts';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { scanFlags } from '../scan/scan-flags.ts';
import type { AdvisoryReport } from './advisory-report.ts';
import type { CommitSpool } from './repository-commit.ts';
import type { LoadedAdvisories } from './scan-outcome.ts';

/** The commands that the engines' package implements for the command line. */
export interface OfflineCommands {
  /** Runs `scan --offline`. */
  scan: (context: CommandContext<typeof scanFlags>) => Promise<ExitCode>;
  /** Runs `advisories import`. */
  importAdvisories: (context: CommandContext<typeof advisoriesFlags>) => Promise<ExitCode>;
  /** Runs `advisories pack-poms`. */
  writePomArchive: (context: CommandContext) => Promise<ExitCode>;
}

/** The dependencies of the engines' commands on folders that they do not import. */
export interface OfflineServices {
  /**
   * Reads advisories from these sources, otherwise those imported before, otherwise none.
   * @throws CliFailure when a source has none.
   */
  loadAdvisories: (
    sources: readonly string[],
    onProgress: (advisories: number) => void,
  ) => Promise<LoadedAdvisories>;
  /** Imports into the data folder of the local service, or the data bucket of a deployment. */
  importInto: (
    source: string,
    target: { mode: 'replace' | 'merge'; bucket?: string | undefined },
    onProgress: (advisories: number) => void,
  ) => Promise<AdvisoryReport & { place: string }>;
  /** Packs the poms of a folder into an archive. @throws Error when the folder has none. */
  writePomArchive: (folder: string, archive: string) => Promise<{ poms: number; leftOut: number }>;
  /** Checks the shape of rules as the service does. @throws Problem */
  parseRules: (value: unknown) => Promise<CustomRule[]>;
  createSpool: () => CommitSpool;
  /** Opens connections to git hosts, including private ones: the person who scans chooses them. */
  connect: OpenConnections;
}

/** Composes the commands that run on this machine. */
export const offlineCommands = (services: OfflineServices): OfflineCommands => ({
  scan: async (context) => {
    const { scanOffline } = await import('./scan.ts');
    return scanOffline(context, services);
  },
  importAdvisories: async (context) => {
    const { importAdvisories } = await import('./import-advisories.ts');
    return importAdvisories(context, services);
  },
  writePomArchive: async (context) => {
    const { writePomArchive } = await import('./write-pom-archive.ts');
    return writePomArchive(context, services);
  },
});
