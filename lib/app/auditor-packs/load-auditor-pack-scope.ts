import { packScope, type PackScope } from '@scangate/domain/auditor-packs/auditor-pack-scope';
import type { AuditorPack } from '@scangate/domain/records';
import { listAll, type Store } from '#ports/store.ts';

const limit = 200;

/** Loads the names and ids that identify the repositories of a pack; nothing for a pack of all of them. */
export const loadPackScope = async (
  { organizationId, repositoryIds }: Pick<AuditorPack, 'organizationId' | 'repositoryIds'>,
  store: Pick<Store, 'list'>,
): Promise<PackScope> => {
  if (!repositoryIds) return packScope(undefined, { repositories: [], waivers: [], bundles: [] });
  const owner = { organizationId };
  return packScope(repositoryIds, {
    repositories: await Array.fromAsync(
      listAll(store, { list: 'repositories', owner, limit }),
      ({ repositoryId, fullName, units }) => ({ repositoryId, fullName, units }),
    ),
    waivers: await Array.fromAsync(
      listAll(store, { list: 'waivers', owner, limit }),
      ({ waiverId, scope }) => ({ waiverId, scope }),
    ),
    bundles: await Array.fromAsync(
      listAll(store, { list: 'bundles', owner, limit }),
      ({ bundleId, members }) => ({ bundleId, members }),
    ),
  });
};
