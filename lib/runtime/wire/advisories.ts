import { storedLicenses } from '#adapters/osv/licenses/stored-licenses.ts';
import { storedSnapshots } from '#adapters/osv/snapshot-records.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import { wireObjectStore } from './objects/blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());

export const wireLicenseData = () => storedLicenses(wireObjectStore());

export const wireSnapshotRecords = () => storedSnapshots(wireObjectStore());
