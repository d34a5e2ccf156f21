import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAdvisories, type ImportReport } from '#adapters/osv/import-advisories.ts';
import { dataFolderObjects } from './data-folder-objects.ts';
import { serviceApp, synthesize } from './synthesize.ts';

/** Imports advisories into a data folder, whether a local cloud runs on it or not. */
export const importAdvisoriesIntoFolder = async (
  data: string,
  source: string,
  { mode, onProgress }: { mode: 'replace' | 'merge'; onProgress: (advisories: number) => void },
): Promise<ImportReport> => {
  const outdir = mkdtempSync(join(tmpdir(), 'scangate-synth-'));
  try {
    const { plan } = await synthesize(serviceApp, outdir);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    return await importAdvisories(source, {
      objects: dataFolderObjects(data, plan, Date.now),
      now: new Date().toISOString(),
      mode,
      onProgress: ({ advisories }) => onProgress(advisories),
    });
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};
