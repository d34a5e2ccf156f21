import { storedLicenses } from '#adapters/osv/licenses/stored-licenses.ts';
import { storedPoms } from '#adapters/osv/poms/stored-poms.ts';
import { storedSnapshots } from '#adapters/osv/snapshot-records.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import { wireObjectStore } from './objects/blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());

export const wireLicenseData = () => storedLicenses(wireObjectStore());

export const wirePublishedPoms = () => storedPoms(wireObjectStore());

export const wireSnapshotRecords = () => storedSnapshots(wireObjectStore());
