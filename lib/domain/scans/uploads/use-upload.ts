import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { Upload } from '@scangate/domain/records';

const uploadUsed = (scanId: string | undefined): Problem =>
  new Problem('upload_used', {
    detail: 'A scan was already created from this upload.',
    ...(scanId !== undefined && { scanId }),
  });

/** @throws Problem upload_used with the scan that was created from the upload. */
export const requireUnused = (upload: Upload | undefined): void => {
  if (upload?.scanId !== undefined) throw uploadUsed(upload.scanId);
};

/**
 * Uses an upload for a scan, in the transaction that creates it: of two creations from one upload, the second is
 * refused.
 */
export const useUpload = (upload: Upload | undefined, scanId: string): Change<'upload'>[] =>
  upload
    ? [
        {
          change: 'update',
          record: 'upload',
          id: { organizationId: upload.organizationId, uploadId: upload.uploadId },
          set: { scanId },
          when: [{ field: 'scanId', is: 'absent' }],
          onConflict: (found) => uploadUsed(found?.scanId),
        },
      ]
    : [];
