import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import { world } from '../endpoint-world.ts';

export const wireAdvisories = () => ({ load: async () => world.advisories });
export const wireLicenseData = () => ({ load: async () => emptyLicenseIndex });
/** Nothing is published; what the advisories say is what there is. */
export const wireSnapshotRecords = () => ({
  published: async () => undefined,
  records: async () => undefined,
});
