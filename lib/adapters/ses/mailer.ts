import { SendEmailCommand, type SESClient } from '@aws-sdk/client-ses';
import { MailRefused, type Mailer } from '#ports/mail/mailer.ts';

/** SES refuses permanently what it calls the client's fault. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && '$fault' in error && error.$fault === 'client';

/** @param from is an address that SES has verified. */
export const sesMailer = (client: SESClient, from: string): Mailer => ({
  async send(to, { subject, text, html }) {
    try {
      await client.send(
        new SendEmailCommand({
          Source: from,
          Destination: { ToAddresses: [to] },
          Message: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          },
        }),
      );
    } catch (error) {
      // Error messages end up in logs, so they must not contain the address.
      if (isRefusal(error)) throw new MailRefused((error as Error).name);
      throw error;
    }
  },
});
