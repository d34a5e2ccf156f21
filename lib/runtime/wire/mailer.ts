import { SESClient } from '@aws-sdk/client-ses';
import { sesMailer } from '#adapters/ses/mailer.ts';
import type { MailOutbox } from '#ports/mail/mail-outbox.ts';
import type { Mailer } from '#ports/mail/mailer.ts';
import { optionalEnv } from '../env.ts';
import { log } from '../log.ts';

/** Used when the deployment has no sender: mails are logged as unsent. */
const unsentMailer: Mailer = { send: async () => log.info('no sender is configured; a mail was not sent') };

export const wireMailer = (): Mailer => {
  const from = optionalEnv('MAIL_FROM');
  return from === undefined ? unsentMailer : sesMailer(new SESClient(), from);
};

/** A mail with a link needs a sender and an address for the link. */
export const wireMailOutbox = (): MailOutbox => ({
  sends: optionalEnv('MAIL_FROM') !== undefined && optionalEnv('SIGN_IN_PARAMETER') !== undefined,
});
