import type { MailContent } from '@scangate/domain/mail/render-mail';

/** The mail was certainly not sent and may be sent again. */
export class MailRefused extends Error {}

export interface Mailer {
  /** Sends a mail to one recipient, so that no recipient sees another. @throws MailRefused */
  send(to: string, mail: MailContent): Promise<void>;
}
