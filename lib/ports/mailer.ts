import type { MailContent } from '@scangate/domain/mail/render-mail';

/** The mail was certainly not sent, and may be tried again. */
export class MailRefused extends Error {}

export interface Mailer {
  /** To each of them alone, so that nobody sees who else is told. @throws MailRefused */
  send(to: string, mail: MailContent): Promise<void>;
}
