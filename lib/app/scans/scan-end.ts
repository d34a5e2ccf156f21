import type { BlobKey, BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import type { ScanRef } from './load-scan.ts';

/** The reason with which the work of a task is aborted: its scan was canceled, or failed in another way. */
export class ScanEnded extends Error {
  override name = 'ScanEnded';
  constructor() {
    super('the scan has ended meanwhile');
  }
}

/**
 * Returns whether nobody needs the result of a task anymore. A task may itself complete its scan, and goes on with what follows from that.
 */
export const hasEnded = async (
  { organizationId, scanId }: ScanRef,
  { store }: { store: Pick<Store<'scan'>, 'get'> },
): Promise<boolean> => {
  const scan = await store.get('scan', { organizationId, scanId });
  return scan?.status === 'cancelled' || scan?.status === 'failed';
};

const markOf = ({ organizationId, scanId }: ScanRef): BlobKey<'stopped'> => ({
  area: 'stopped',
  organizationId,
  name: scanId,
});

/** Tells the functions that reach no table that the scan was canceled. */
export const markAsStopped = (scan: ScanRef, blobs: BlobWriter<'stopped'>): Promise<void> =>
  blobs.put(markOf(scan), '');

/** Returns whether the scan was marked as stopped. */
export const isMarkedAsStopped = async (
  scan: ScanRef,
  { blobs }: { blobs: BlobReader<'stopped'> },
): Promise<boolean> => (await blobs.get(markOf(scan))) !== undefined;
