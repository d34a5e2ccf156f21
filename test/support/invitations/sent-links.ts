import { sendDueMails } from '#app/mail/send-due-mails.ts';
import { log } from '#runtime/log.ts';
import type { MailContent } from '@scangate/domain/mail/mail-page';
import { taskContextAt } from '../scans/workflow.ts';
import { world } from '../api/call-endpoint.ts';
import { linkPorts } from './link-ports.ts';

/** The secret in the link of a mail. */
export const secretOf = ({ text }: Pick<MailContent, 'text'>): string =>
  /\/console\/invitation#(sgi_\w{36})/.exec(text)?.[1] ?? '';

/** Sends what is due and returns the mails, with their receivers. */
export const mailsSentAt = async (at: Date): Promise<(MailContent & { to: string })[]> => {
  const sent: (MailContent & { to: string })[] = [];
  const mailer = { send: async (to: string, mail: MailContent) => void sent.push({ to, ...mail }) };
  await sendDueMails({ store: world.store, mailer, log, ...linkPorts }, taskContextAt(at));
  return sent;
};
