import type { Change } from '@scangate/domain/record-changes';
import type { WaiverSlot } from '@scangate/domain/records';
import { announceExpiry } from '@scangate/domain/waivers/expiry-notice';
import { notifyExpiry, unnotifiedExpiries } from '@scangate/domain/waivers/notify-expiry';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { processDaily, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadSlots } from './waiver-store.ts';

export interface WaiverReminderPorts {
  store: Pick<StoreReader, 'load' | 'list' | 'listDue'> &
    Pick<Store<'mail' | 'waiverSlot' | 'jobPosition' | 'storedEvent'>, 'commit'>;
  log: Log;
}

/** Plans the events of expiring waivers. The organization is read only if there are any. */
const expiryEvents = async (
  { store }: WaiverReminderPorts,
  organizationId: string,
  { slots, now }: { slots: readonly WaiverSlot[]; now: string },
): Promise<Change<'storedEvent' | 'waiverSlot'>[]> => {
  const untold = unnotifiedExpiries(slots, now);
  if (untold.length === 0) return [];
  const [organization] = await store.load([{ record: 'organization', id: { organizationId } }]);
  return organization ? notifyExpiry(organization, untold, now) : [];
};

/**
 * Writes as many mails and events as one transaction holds.
 * @returns whether nothing was left.
 */
const announceSome = async (
  ports: WaiverReminderPorts,
  organizationId: string,
  now: string,
): Promise<boolean> => {
  const slots = await loadSlots(ports.store, organizationId);
  const mail = announceExpiry(slots, organizationId, now);
  const changes = mail.length > 0 ? mail : await expiryEvents(ports, organizationId, { slots, now });
  if (changes.length === 0) return true;
  await commitOrThrow<'mail' | 'waiverSlot' | 'storedEvent'>(ports.store, changes);
  return false;
};

/**
 * Writes the mails and events of all expiring waivers. Each transaction has its own tries, and marks slots, whose
 * number per organization is limited.
 */
const announceAll = async (
  ports: WaiverReminderPorts,
  organizationId: string,
  now: string,
): Promise<void> => {
  const next = () => retryOnConflict(limits.changeWaivers, () => announceSome(ports, organizationId, now));
  while (!(await next())) continue;
};

/**
 * Notifies the owners and admins of each organization, and its subscribers, once about each waiver that expires
 * within a week.
 */
export const remindWaivers = (ports: WaiverReminderPorts, context: RunContext): Promise<DailyResult> =>
  processDaily(
    {
      job: 'remind-waivers',
      record: 'organization',
      visit: ({ organizationId }) => announceAll(ports, organizationId, context.now.toISOString()),
    },
    ports,
    context,
  );
