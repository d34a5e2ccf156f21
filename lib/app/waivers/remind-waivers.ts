import { announceExpiry } from '@scangate/domain/waivers/expiry-notice';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { walkDaily, type WalkResult } from '../jobs/daily-walk.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { loadSlots } from './waiver-store.ts';

export interface WaiverReminderPorts {
  store: Pick<StoreReader, 'load' | 'list' | 'listDue'> &
    Pick<Store<'mail' | 'waiverSlot' | 'jobPosition'>, 'commit'>;
  log: Log;
}

/** Announces what expires until nothing is left; a slot that changed meanwhile is read again. */
const announceAll = ({ store }: WaiverReminderPorts, organizationId: string, now: string): Promise<void> =>
  retryOnConflict(limits.changeWaivers, async () => {
    for (;;) {
      const changes = announceExpiry(await loadSlots(store, organizationId), organizationId, now);
      if (changes.length === 0) return;
      await commitOrThrow(store, changes);
    }
  });

/** Tells the owners and admins of each organization once of each waiver that expires within a week. */
export const remindWaivers = (ports: WaiverReminderPorts, context: RunContext): Promise<WalkResult> =>
  walkDaily(
    {
      job: 'remind-waivers',
      record: 'organization',
      visit: ({ organizationId }) => announceAll(ports, organizationId, context.now.toISOString()),
    },
    ports,
    context,
  );
