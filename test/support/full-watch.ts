import type { Records } from '@scangate/domain/record-changes';

const at = '2026-03-01T12:00:00.000Z';
const owned = { organizationId: 'o-1', repositoryId: 'r-1', projectUnitId: 'u-1' };

type WatchRecord = 'indexedComponent' | 'indexedUnit' | 'watchPosition';

/** The records of the component index and of the watch, with every field. */
export const fullWatch: { [R in WatchRecord]: Required<Records[R]> } = {
  indexedComponent: {
    ...owned,
    package: 'pkg:npm/%40acme/tool',
    uses: [
      { version: '1.2.3', scope: 'required', direct: false, file: 'package-lock.json', path: ['a', 'tool'] },
    ],
    truncated: true,
    revision: 3,
    removedAt: at,
  },
  indexedUnit: {
    ...owned,
    scanId: 's-1',
    followed: 4,
    revision: 3,
    packages: 2,
    lists: ['u-1/s-1.json'],
    complete: true,
  },
  watchPosition: {
    watch: 'advisories',
    snapshotId: 'sha256:1',
    shards: { npm: 'advisories/npm/1.json.gz' },
    target: { snapshotId: 'sha256:2', shards: { npm: 'advisories/npm/2.json.gz' }, startedAt: at },
    matchedAt: at,
    version: 7,
  },
};
