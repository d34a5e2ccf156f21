/** Composes the commands that run on this machine with the engines, the advisories and the reader of git. */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { FileSpool } from '#adapters/source-archive/file-spool.ts';
import type { ObjectStore } from '#ports/blobs.ts';
import { CliFailure, exitCodes } from '@scangate/cli/exit-codes';
import { cacheFolder } from '@scangate/cli/settings/config-folder';
import { advisoryCache, type AdvisoryCache } from '#local/offline/advisory-cache.ts';
import { offlineCommands, type OfflineCommands } from '@scangate/cli/offline/offline-services';

/**
 * Finds the folder of imported advisories: the data folder of the local service, else one of the user. It is none of the
 * working directory, where a change could bring advisories along that say nothing about it.
 */
const dataFolder = (): string | undefined => {
  const named = process.env['SCANGATE_DATA'] ?? '';
  if (named !== '') return resolve(named);
  const own = cacheFolder(process.env);
  return own && join(own, 'data');
};

const requireDataFolder = (): string => {
  const folder = dataFolder();
  if (folder !== undefined) return folder;
  throw new CliFailure(
    exitCodes.badInput,
    'There is no folder for the advisories: set SCANGATE_DATA.',
    'data_folder_missing',
  );
};

/** A package of the engines has no service beside it. */
const service = () =>
  import('#local/offline/service-bucket.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  });

const serviceBucket = async (): Promise<string | undefined> => (await service())?.serviceBucket();

/** Opens the data bucket of a deployment. */
const deploymentObjects = async (bucket: string): Promise<ObjectStore> => {
  const objects = await (await service())?.deploymentObjects(bucket);
  if (objects) return objects;
  throw new CliFailure(exitCodes.badInput, '--bucket needs a checkout of the service.', 'service_missing');
};

/** Keeps what was read of large archives beside other caches of the user. */
const cache = (): AdvisoryCache | undefined => {
  const folder = cacheFolder(process.env);
  return folder === undefined
    ? undefined
    : advisoryCache(join(folder, 'advisories'), { now: () => new Date(), newId: randomUUID });
};

/** @param directory the start of relative paths. */
export const offline = (directory: string): OfflineCommands =>
  offlineCommands({
    createSpool: () => new FileSpool(),
    connect: async () => {
      const { hostConnections } = await import('#adapters/outbound/host-connections.ts');
      return hostConnections({ allowedAt: () => new Set(['https', 'loopback', 'private']) })();
    },
    loadAdvisories: async (sources, onProgress) => {
      const { loadOfflineAdvisories, NoAdvisories } = await import('#local/offline/offline-advisories.ts');
      const paths = sources.map((source) => resolve(directory, source));
      const request = { sources: paths, data: dataFolder(), onProgress, cache: cache() };
      return loadOfflineAdvisories(request).catch((error: unknown) => {
        throw error instanceof NoAdvisories ? new CliFailure(exitCodes.badInput, error.message) : error;
      });
    },
    parseRules: async (value) => {
      const { parseCustomRules } = await import('#local/offline/parse-custom-rules.ts');
      return parseCustomRules(value);
    },
    writePomArchive: async (folder, archive) => {
      const { writePomArchive } = await import('#adapters/reference-data/poms/write-pom-archive.ts');
      return writePomArchive(resolve(directory, folder), resolve(directory, archive));
    },
    importInto: async (source, { mode, bucket }, onProgress) => {
      const { importAdvisoriesInto, importAdvisoriesIntoFolder } =
        await import('#local/offline/import-advisories-into-folder.ts');
      const path = resolve(directory, source);
      if (bucket !== undefined) {
        const objects = await deploymentObjects(bucket);
        const report = await importAdvisoriesInto(objects, path, { mode, onProgress });
        return { ...report, place: `s3://${bucket}` };
      }
      const place = requireDataFolder();
      const report = await importAdvisoriesIntoFolder(place, path, { mode, onProgress, serviceBucket });
      return { ...report, place };
    },
  });
