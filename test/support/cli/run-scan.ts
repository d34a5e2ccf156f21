import { FileSpool } from '#adapters/source-archive/file-spool.ts';
import { loadSampleAdvisories } from '#local/offline-advisories.ts';
import { hostConnections } from '#adapters/outbound/host-connections.ts';
import { scan, type ScanDependencies } from '@scangate/cli/scan';
import type { LoadedAdvisories } from '@scangate/cli/scan-outcome';

export interface CommandRun {
  exitCode: number;
  out: string;
  notes: string;
  /** The sources of each request for advisories. */
  loaded: (readonly string[])[];
}

export interface ScanWorld {
  loadAdvisories?: ScanDependencies['loadAdvisories'];
  /** The start of relative paths. */
  directory?: string;
}

const sample = loadSampleAdvisories();

/** Runs `scan` in this process with the sample advisories. */
export const runScan = async (
  args: string[],
  { loadAdvisories = () => sample, directory = '/' }: ScanWorld = {},
): Promise<CommandRun> => {
  const ran: CommandRun = { exitCode: -1, out: '', notes: '', loaded: [] };
  ran.exitCode = await scan(args, {
    terminal: { out: (text) => void (ran.out += text), log: (text) => void (ran.notes += `${text}\n`) },
    loadAdvisories: (sources, onProgress): Promise<LoadedAdvisories> => {
      ran.loaded.push(sources);
      return loadAdvisories(sources, onProgress);
    },
    createSpool: () => new FileSpool(),
    connect: hostConnections({ allowedAt: () => new Set(['https', 'loopback', 'private']) }),
    newId: () => '00000000-0000-4000-8000-000000000001',
    directory,
  });
  return ran;
};
