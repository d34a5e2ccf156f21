import { storedLicenses } from '#adapters/reference-data/licenses/stored-licenses.ts';
import { storedPoms } from '#adapters/reference-data/poms/stored-poms.ts';
import { storedSnapshots } from '#adapters/reference-data/osv/snapshot-records.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { wireObjectStore } from './objects/blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());

export const wireLicenseData = () => storedLicenses(wireObjectStore());

export const wirePublishedPoms = () => storedPoms(wireObjectStore());

export const wireSnapshotRecords = () => storedSnapshots(wireObjectStore());
