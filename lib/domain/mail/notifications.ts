import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { queueShard } from '../due-queue.ts';
import type { Instant, MailKind } from '../records.ts';

/** A notification by mail to the owners and admins of an account. */
export interface Notification {
  kind: MailKind;
  /** Identifies the occasion: the same cause gives the same mail. */
  cause: string;
  facts: Record<string, string | number>;
}

/** Thrown when the outbox already has this mail: another process enqueued it, maybe before the account was loaded. */
export class MailConflict extends Conflict {
  /** The key of the notification. */
  readonly notification: string;

  constructor(notification: Notification) {
    super('the outbox already has this mail');
    this.notification = notificationKey(notification);
  }
}

/** Names a notification; the same cause notifies once. */
export const notificationKey = ({ kind, cause }: Notification): string => `${kind}#${cause}`;

/**
 * Adds a mail to the outbox, in the transaction of the change that it reports. A job sends it and retries until it
 * is sent (docs/adr/0027-mail-outbox.md).
 */
export const enqueueMail = (accountId: string, notification: Notification, now: Instant): Change<'mail'> => {
  const { kind, cause, facts } = notification;
  const mailId = derivedId('mail', accountId, kind, cause);
  return {
    change: 'insert',
    record: 'mail',
    item: {
      accountId,
      mailId,
      kind,
      facts,
      createdAt: now,
      attempts: 0,
      dueQueue: queueShard('mail', mailId),
      dueAt: now,
    },
    onConflict: () => new MailConflict(notification),
  };
};
