import { SESClient } from '@aws-sdk/client-ses';
import { sesMailer } from '#adapters/ses/mailer.ts';
import type { Mailer } from '#ports/mailer.ts';
import { optionalEnv } from '../env.ts';
import { log } from '../log.ts';

/** Where no sender is set, mails are written and not sent. */
const unsent: Mailer = { send: async () => log.info('no sender is set; a mail is not sent') };

export const wireMailer = (): Mailer => {
  const from = optionalEnv('MAIL_FROM');
  return from === undefined ? unsent : sesMailer(new SESClient(), from);
};
