import { errorFields, type Log } from '#ports/log.ts';
import type { DamagedRecord, ReadOptions } from '#ports/store.ts';

/**
 * Reads records as currently stored, without damaged rows: a damaged row does not block others, and triggers an
 * alarm. The plan is in the organization and its account, without which nothing is decided.
 */
export const skipDamaged = (log: Log): ReadOptions => ({
  consistent: true,
  onDamaged: (error: DamagedRecord) => {
    if (error.record === 'organization' || error.record === 'account') throw error;
    log.error('a damaged record was skipped', errorFields(error));
  },
});
