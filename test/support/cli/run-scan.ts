import { vi } from 'vitest';
import { FileSpool } from '#adapters/source-archive/file-spool.ts';
import { loadSampleAdvisories } from './load-sample-advisories.ts';
import { hostConnections } from '#adapters/outbound/host-connections.ts';
import { parseCustomRules } from '#local/offline/parse-custom-rules.ts';
import { offlineCommands, type OfflineServices } from '@scangate/cli/offline/offline-services';
import { runMain } from './run-main.ts';

export interface CommandRun {
  exitCode: number;
  out: string;
  notes: string;
  /** The sources of each request for advisories. */
  loaded: (readonly string[])[];
}

export interface ScanWorld {
  loadAdvisories?: OfflineServices['loadAdvisories'];
  /** The start of relative paths. */
  directory?: string;
}

const sample = loadSampleAdvisories();

/** Has the time of the next scan end while it loads advisories. @returns the spy that was asked for the time. */
export const endTimeWhileLoading = () => {
  const time = new AbortController();
  const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  const loadAdvisories: OfflineServices['loadAdvisories'] = async () => {
    time.abort(new DOMException('the time is over', 'TimeoutError'));
    return sample;
  };
  return { asked, loadAdvisories };
};

/** Runs `scan --offline` in this process with the sample advisories. */
export const runScan = async (
  args: string[],
  { loadAdvisories = () => sample, directory = '/' }: ScanWorld = {},
): Promise<CommandRun> => {
  const loaded: CommandRun['loaded'] = [];
  const { exitCode, out, log } = await runMain(['scan', '--offline', ...args], {
    directory,
    loadOffline: async () =>
      offlineCommands({
        loadAdvisories: (sources, onProgress) => {
          loaded.push(sources);
          return loadAdvisories(sources, onProgress);
        },
        importInto: () => Promise.reject(new Error('this test imports nothing')),
        parseRules: async (value) => parseCustomRules(value),
        writePomArchive: () => Promise.reject(new Error('this test packs nothing')),
        createSpool: () => new FileSpool(),
        connect: hostConnections({ allowedAt: () => new Set(['https', 'loopback', 'private']) }),
      }),
  });
  return { exitCode, out, notes: log, loaded };
};
