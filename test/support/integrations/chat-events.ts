import { catalog } from '@scangate/domain/events/catalog';
import type { StoredEvent } from '@scangate/domain/events/event-records';

/** A completed scan of a repository, with the verdict FAIL. */
export const emittedScan = (fullName: string): Pick<StoredEvent, 'type' | 'data' | 'about'> => ({
  type: 'scan.completed',
  data: { ...catalog['scan.completed'].example, repository: { repositoryId: fullName, fullName } },
  about: { repositoryId: fullName, severity: 'critical', verdict: 'FAIL' },
});
