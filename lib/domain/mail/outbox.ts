import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { addMs, hourMs, minuteMs } from '../instant.ts';
import type { Instant, Mail } from '../records.ts';

/** A mail is given up after about three days, since an address may never work. */
export const maxMailAttempts = 20;
const firstDelayMs = minuteMs;
const maxDelayMs = 6 * hourMs;

/** When a mail that could not be sent is tried again. */
const nextAttemptAt = (attempts: number, now: Instant): Instant =>
  addMs(now, Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts, 12)));

/** Thrown when another process is sending the mail. */
export class MailClaimConflict extends Conflict {
  constructor() {
    super('another process is sending the mail');
  }
}

/**
 * Returns whether a mail is sent at most once. Every other mail is sent at least once: rather twice than never, when
 * a process crashes between sending and recording (docs/adr/0027-mail-outbox.md).
 */
export const isSentAtMostOnce = ({ kind }: Pick<Mail, 'kind'>): boolean => kind === 'recharge_failed';

/**
 * Claims a mail for sending. For a concurrent process, the commit conflicts with MailClaimConflict. After a crash
 * the mail is due again, unless it is sent at most once.
 */
export const claimMail = (mail: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId: mail.accountId, mailId: mail.mailId },
  ...(isSentAtMostOnce(mail)
    ? { set: { sentAt: now }, unset: ['dueQueue', 'dueAt'] }
    : { set: { dueAt: nextAttemptAt(mail.attempts + 1, now) } }),
  add: { attempts: 1 },
  when: [
    { field: 'attempts', is: 'equal', value: mail.attempts },
    { field: 'dueQueue', is: 'present' },
  ],
  onConflict: () => new MailClaimConflict(),
});

/** Records that a mail was sent. */
export const recordMailSent = ({ accountId, mailId }: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId, mailId },
  set: { sentAt: now },
  unset: ['dueQueue', 'dueAt'],
});

/**
 * Records that a mail was certainly not sent: it is tried again, or given up. A try that took so long that another one began
 * says nothing of it, so that a mail that was sent meanwhile is not sent again.
 */
export const recordMailFailed = (mail: Mail, now: Instant): Change<'mail'> => {
  const { accountId, mailId, attempts, dueQueue } = mail;
  const isGivenUp = attempts + 1 >= maxMailAttempts;
  return {
    change: 'update',
    record: 'mail',
    id: { accountId, mailId },
    ...(isGivenUp
      ? { unset: ['dueQueue', 'dueAt', 'sentAt'] }
      : {
          set: { dueAt: nextAttemptAt(attempts + 1, now), ...(dueQueue !== undefined && { dueQueue }) },
          unset: ['sentAt'],
        }),
    when: [{ field: 'attempts', is: 'equal', value: attempts + 1 }],
  };
};
