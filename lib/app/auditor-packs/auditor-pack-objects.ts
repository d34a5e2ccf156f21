import type { documentFiles } from '@scangate/domain/auditor-packs/document-files';
import type { AuditorPack } from '@scangate/domain/records';
import type { BlobKey } from '#ports/blobs.ts';

/** Names one pack. */
export interface PackRef {
  organizationId: string;
  packId: string;
}

export type SliceFile =
  | `${'verdicts' | 'attestations'}.${'jsonl' | 'csv'}`
  | (typeof documentFiles)[keyof typeof documentFiles];

const folderOf = (packId: string, slice: number): string =>
  `packs/${packId}/${String(slice).padStart(3, '0')}`;

/** The ids of the scans of a slice; the object is among those that expire after a day. */
export const sliceIdsKey = ({ organizationId, packId }: PackRef, slice: number): BlobKey<'work'> => ({
  area: 'work',
  organizationId,
  name: `${folderOf(packId, slice)}/ids.json`,
});

/** A part of a file of the pack. */
export const slicePartKey = (
  { organizationId, packId }: PackRef,
  slice: number,
  file: SliceFile | 'summary.json',
): BlobKey<'work'> => ({ area: 'work', organizationId, name: `${folderOf(packId, slice)}/${file}` });

/**
 * Each attempt has an object of its own, because it signs again: a late one must not replace the object that the
 * record describes.
 */
export const attemptKey = ({ organizationId, packId }: PackRef, attempt: string): BlobKey<'packs'> => ({
  area: 'packs',
  organizationId,
  name: `${packId}/${attempt}/auditor-pack-${packId}.zip`,
});

/** The object that the record of a pack names. */
export const packKey = ({ organizationId, packId, objectName }: AuditorPack): BlobKey<'packs'> => {
  if (objectName === undefined) throw new Error(`the pack ${packId} names no object`);
  return { area: 'packs', organizationId, name: objectName };
};
