import type { Records } from '@scangate/domain/record-changes';

const at = '2026-03-01T12:00:00.000Z';
const owned = { organizationId: 'o-1' };

const fullWaiver: Required<Records['waiver']> = {
  ...owned,
  waiverId: 'w-1',
  kind: 'vex',
  match: { advisory: 'CVE-2024-1', package: 'pkg:npm/lodash@4.17.20' },
  scope: { repositoryId: 'r-1', projectUnitId: 'u-1' },
  reason: 'not reachable',
  status: 'approved',
  version: 2,
  renews: 'w-0',
  slot: 12,
  createdAt: at,
  createdBy: 'p-1',
  approvedAt: at,
  approvedBy: 'p-2',
  endedAt: at,
  endedBy: 'p-3',
  expiresAt: at,
  dueQueue: 'waiver1',
  dueAt: at,
};

/** A waiver and its slot with every field. */
export const fullWaivers: { [R in 'waiver' | 'waiverSlot']: Required<Records[R]> } = {
  waiver: fullWaiver,
  waiverSlot: {
    ...owned,
    slot: 12,
    waiverId: 'w-1',
    freeAt: at,
    waiver: fullWaiver,
    noticedAt: at,
    toldStage: 'week',
    lastMatchedAt: at,
  },
};
