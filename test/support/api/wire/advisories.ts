import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import { world } from '../endpoint-world.ts';

export const wireAdvisories = () => ({ load: async () => world.advisories });
export const wireLicenseData = () => ({ load: async () => emptyLicenseIndex });
