import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import { inventory } from './sca/advisory-fixtures.ts';

/** An assessment in which nothing was found. */
export const assessedUnit = (more: Partial<AssessedUnit> = {}): AssessedUnit => ({
  projectUnitId: 'u',
  unit: { path: '', type: 'npm' },
  scanTypes: [],
  inventory: inventory([]),
  inventoryDigest: 'sha256:0',
  leftOutLockfiles: [],
  detections: [],
  allowComments: [],
  ignoreEntries: [],
  coverage: [],
  licenseGaps: [],
  packageLines: [],
  requested: [],
  runtimes: [],
  files: {},
  engines: {},
  ...more,
});
