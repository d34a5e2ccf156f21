import { storedLicenses } from '#adapters/osv/licenses/stored-licenses.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import { wireObjectStore } from './blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());

export const wireLicenseData = () => storedLicenses(wireObjectStore());
