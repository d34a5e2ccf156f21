import type { MailOutbox } from '#ports/mail-outbox.ts';
import { optionalEnv } from '../env.ts';

/** A mail with a link needs a sender and an address that the link names. */
export const wireMailOutbox = (): MailOutbox => ({
  sends: optionalEnv('MAIL_FROM') !== undefined && optionalEnv('SIGN_IN_PARAMETER') !== undefined,
});
