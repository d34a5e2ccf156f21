import { mkdirSync } from 'node:fs';
import { importAdvisories, type ImportReport } from '#adapters/osv/import-advisories.ts';
import { dataFolderObjects } from './data-folder-objects.ts';
import { serviceBuild } from './service-build.ts';

/** Imports advisories into a data folder, whether a local cloud runs on it or not. */
export const importAdvisoriesIntoFolder = async (
  data: string,
  source: string,
  { mode, onProgress }: { mode: 'replace' | 'merge'; onProgress: (advisories: number) => void },
): Promise<ImportReport> => {
  const { plan } = await serviceBuild();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return importAdvisories(source, {
    objects: dataFolderObjects(data, plan, Date.now),
    now: new Date().toISOString(),
    mode,
    onProgress: ({ advisories }) => onProgress(advisories),
  });
};
