import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import { wireObjectStore } from './blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());
