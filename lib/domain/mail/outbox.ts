import type { Change } from '../change.ts';
import { later } from '../instant.ts';
import type { Instant, Mail } from '../records.ts';

/** Tried for about three days, then given up: who has no working address must not be tried for ever. */
export const mostAttempts = 20;
const firstDelayMs = 60_000;
const longestDelayMs = 6 * 3_600_000;

/** When a mail is tried again that could not be sent. */
const nextTry = (attempts: number, now: Instant): Instant =>
  later(now, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 12)));

/** Somebody else is sending it. */
export class MailTaken extends Error {}

/** Told at most once per run of failures; any other mail rather twice than never, where a process ends in between. */
export const isToldAtMostOnce = ({ kind }: Pick<Mail, 'kind'>): boolean => kind === 'recharge_failed';

/**
 * Takes a mail for sending: who comes at the same time finds it taken, and who comes after a cut finds it again, except
 * what is told at most once.
 */
export const takeMail = (mail: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId: mail.accountId, mailId: mail.mailId },
  ...(isToldAtMostOnce(mail)
    ? { set: { sentAt: now }, unset: ['open', 'dueAt'] }
    : { set: { dueAt: nextTry(mail.attempts + 1, now) } }),
  add: { attempts: 1 },
  when: [
    { field: 'attempts', is: 'equal', value: mail.attempts },
    { field: 'open', is: 'present' },
  ],
  refused: () => new MailTaken(),
});

/** It was sent. */
export const mailSent = ({ accountId, mailId }: Mail, now: Instant): Change<'mail'> => ({
  change: 'update',
  record: 'mail',
  id: { accountId, mailId },
  set: { sentAt: now },
  unset: ['open', 'dueAt'],
});

/** It was certainly not sent: to be tried again, or given up. */
export const mailNotSent = (mail: Mail, now: Instant): Change<'mail'> => {
  const { accountId, mailId, attempts, open } = mail;
  const isGivenUp = attempts + 1 >= mostAttempts;
  return {
    change: 'update',
    record: 'mail',
    id: { accountId, mailId },
    ...(isGivenUp
      ? { unset: ['open', 'dueAt', 'sentAt'] }
      : {
          set: { dueAt: nextTry(attempts + 1, now), ...(open !== undefined && { open }) },
          unset: ['sentAt'],
        }),
  };
};
