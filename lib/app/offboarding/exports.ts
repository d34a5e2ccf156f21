import type { Caller } from '@scangate/domain/identity/caller';
import { exportState, requestExport } from '@scangate/domain/offboarding/request-export';
import type { OrganizationExport } from '@scangate/domain/records';
import type { BlobLinker } from '#ports/blobs.ts';
import type { ExportStarter } from '#ports/offboarding/offboarding-workflows.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { exportObjectName } from './write-export.ts';

const linkSeconds = 15 * 60;

const newest = async (
  { organizationId }: Caller,
  store: Pick<StoreReader, 'list'>,
): Promise<OrganizationExport | undefined> => {
  const page = await store.list('organizationExports', { organizationId }, { limit: 1, consistent: true });
  return page.items[0];
};

const viewOf = (item: OrganizationExport, now: Date) => {
  const { exportId, requestedAt, completedAt, expiresAt } = item;
  return {
    exportId,
    state: exportState(item, now),
    requestedAt,
    ...(completedAt !== undefined && { completedAt }),
    expiresAt,
  };
};

/**
 * Begins an export of everything that the organization has. If its workflow did not start, another request starts
 * it.
 * @throws Problem rate_limited within a day of the last one.
 */
export const startExport = async (
  { caller, now }: { caller: Caller; now: Date },
  {
    store,
    exportStarter,
  }: {
    store: Pick<StoreReader, 'list'> & Pick<Store<'organizationExport' | 'auditEvent'>, 'commit'>;
    exportStarter: ExportStarter;
  },
) => {
  const last = await newest(caller, store);
  const { organizationId } = caller;
  if (last && exportState(last, now) === 'running') {
    // A second start of one export does nothing.
    await exportStarter.start({ organizationId, exportId: last.exportId });
    return viewOf(last, now);
  }
  const { item, changes } = requestExport(caller, { organizationId, last, now });
  await commitOrThrow(store, changes);
  await exportStarter.start({ organizationId, exportId: item.exportId });
  return viewOf(item, now);
};

/** The exports of the organization, newest first. The files of a completed one have links for 15 minutes. */
export const listExports = async (
  { caller, now }: { caller: Caller; now: Date },
  { store, blobs }: { store: Pick<StoreReader, 'list'>; blobs: BlobLinker<'exports'> },
) => {
  const { organizationId } = caller;
  const { items } = await store.list(
    'organizationExports',
    { organizationId },
    { limit: 10, consistent: true },
  );
  const views = items.map(async (item) => {
    const isKept = item.state === 'completed' && item.expiresAt > now.toISOString();
    const files = item.parts.map(async ({ name, bytes, sha256 }) => {
      const key = { area: 'exports', organizationId, name: exportObjectName(item.exportId, name) } as const;
      return { name, bytes, sha256, url: await blobs.link(key, linkSeconds) };
    });
    return { ...viewOf(item, now), files: isKept ? await Promise.all(files) : [] };
  });
  return { items: await Promise.all(views) };
};
