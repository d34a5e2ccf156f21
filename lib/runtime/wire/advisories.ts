import { storedAdvisories } from '../../adapters/osv/stored-advisories.ts';
import { wireObjects } from './blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjects());
