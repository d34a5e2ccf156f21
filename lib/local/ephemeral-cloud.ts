import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitSources } from '#adapters/git/git-sources.ts';
import { importAdvisories, type ImportReport } from '#adapters/osv/import-advisories.ts';
import { readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { dataFolderObjects, functionSetting } from './data-folder-objects.ts';
import { controlActions } from './control/control-actions.ts';
import { createOrganization, type NewOrganization } from './create-organization.ts';
import { startLocalCloud } from './start.ts';

/** A local cloud with one organization, in a folder of its own that goes with it. */
export interface EphemeralCloud extends NewOrganization {
  url: string;
  /** See importAdvisories. */
  importAdvisories(
    source: string,
    mode: 'replace' | 'merge',
    told: (count: number) => void,
  ): Promise<ImportReport>;
  /** See Sources.resolveBranch. */
  newestCommit(repositoryUrl: string, branch: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** Enough for any repository: what a scan costs is no question here. */
const plenty = { core: 1_000_000, sast: 1_000_000 };

/** @throws StartFailure */
export const startEphemeralCloud = async (): Promise<EphemeralCloud> => {
  const data = mkdtempSync(join(tmpdir(), 'scangate-private-'));
  const remove = () => rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  const cloud = await startLocalCloud({ data, port: 0, controlActions: controlActions }).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  const close = async () => {
    await cloud.close();
    remove();
  };
  try {
    const objects = dataFolderObjects(data, cloud.plan, cloud.clock.now);
    const order = { name: 'private', plan: 'Team', sastAddon: 'team', credits: plenty } as const;
    return {
      ...(await createOrganization(cloud.url, order)),
      url: cloud.url,
      importAdvisories: (source, mode, told) =>
        importAdvisories(source, objects, new Date(cloud.clock.now()).toISOString(), {
          mode,
          onProgress: ({ advisories }) => told(advisories),
        }),
      newestCommit: (repositoryUrl, branch, signal) => {
        const allowed = readAllowedSources(functionSetting(cloud.plan, 'ALLOWED_SOURCES'));
        return gitSources({ allowed }).resolveBranch({ url: repositoryUrl }, branch, signal);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
