import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { addMs } from '../instant.ts';
import type { Instant, Mail } from '../records.ts';

/** Tried for about three days, then given up: who has no working address must not be tried for ever. */
export const maxMailAttempts = 20;
const firstDelayMs = 60_000;
const longestDelayMs = 6 * 3_600_000;

/** When a mail is tried again that could not be sent. */
const nextTry = (attempts: number, now: Instant): Instant =>
  addMs(now, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 12)));

/** Another process is sending the mail. */
export class MailClaimConflict extends Conflict {
  constructor() {
    super('another process is sending the mail');
  }
}

/** Told at most once per run of failures; any other mail rather twice than never, where a process ends in between. */
export const isSentAtMostOnce = ({ kind }: Pick<Mail, 'kind'>): boolean => kind === 'recharge_failed';

/**
 * Takes a mail for sending: who comes at the same time finds it taken, and who comes after a cut finds it again, except
 * what is told at most once.
 */
export const claimMail = (mail: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId: mail.accountId, mailId: mail.mailId },
  ...(isSentAtMostOnce(mail)
    ? { set: { sentAt: now }, unset: ['dueQueue', 'dueAt'] }
    : { set: { dueAt: nextTry(mail.attempts + 1, now) } }),
  add: { attempts: 1 },
  when: [
    { field: 'attempts', is: 'equal', value: mail.attempts },
    { field: 'dueQueue', is: 'present' },
  ],
  onConflict: () => new MailClaimConflict(),
});

/** It was sent. */
export const recordMailSent = ({ accountId, mailId }: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId, mailId },
  set: { sentAt: now },
  unset: ['dueQueue', 'dueAt'],
});

/** It was certainly not sent: to be tried again, or given up. */
export const recordMailFailed = (mail: Mail, now: Instant): Change<'mail'> => {
  const { accountId, mailId, attempts, dueQueue: open } = mail;
  const isGivenUp = attempts + 1 >= maxMailAttempts;
  return {
    change: 'update',
    record: 'mail',
    id: { accountId, mailId },
    ...(isGivenUp
      ? { unset: ['dueQueue', 'dueAt', 'sentAt'] }
      : {
          set: { dueAt: nextTry(attempts + 1, now), ...(open !== undefined && { dueQueue: open }) },
          unset: ['sentAt'],
        }),
  };
};
