import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { queueShard } from '../due-queue.ts';
import type { Instant, MailKind } from '../records.ts';

/** What owners and admins of an account are to be told by mail (billing.md, "Mail and audit"). */
export interface Notification {
  kind: MailKind;
  /** Names what happened, once: told again, it is the same mail. */
  cause: string;
  facts: Record<string, string | number>;
}

/** The outbox already has this mail: another process enqueued it, maybe before the account was loaded. */
export class MailConflict extends Conflict {
  readonly notification: string;

  constructor(letter: Notification) {
    super('the outbox already has this mail');
    this.notification = notificationKey(letter);
  }
}

export const notificationKey = ({ kind, cause }: Notification): string => `${kind}#${cause}`;

/** The row of the outbox; part of the transaction that makes what it tells of. A job sends it, as often as it takes. */
export const enqueueMail = (accountId: string, letter: Notification, now: Instant): Change<'mail'> => {
  const { kind, cause, facts } = letter;
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
    onConflict: () => new MailConflict(letter),
  };
};
