import { SendEmailCommand, type SESClient } from '@aws-sdk/client-ses';
import { MailRefused, type Mailer } from '#ports/mailer.ts';

interface ServiceFault {
  $fault?: 'client' | 'server';
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (error as ServiceFault).$fault === 'client';

/** @param from an address that SES has verified. */
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
      // The address stays out of messages, which end in logs.
      if (isRefusal(error)) throw new MailRefused((error as Error).name);
      throw error;
    }
  },
});
