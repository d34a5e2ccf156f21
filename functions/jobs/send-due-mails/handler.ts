import { sendDueMails } from '#app/mail/send-due-mails.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireMailer } from '#runtime/wire/mailer.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, mailer: wireMailer, publicAddress: wirePublicAddress },
  (_event: unknown, ports, { ids, ...context }) => sendDueMails({ ...ports, ids, log }, context),
);
