import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { openShards } from '../../lib/domain/open-index.ts';
import {
  isToldAtMostOnce,
  mailNotSent,
  mailSent,
  MailTaken,
  mostAttempts,
  takeMail,
} from '../../lib/domain/mail/outbox.ts';
import { writeMail, type WrittenMail } from '../../lib/domain/mail/write-mail.ts';
import type { Mail } from '../../lib/domain/records.ts';
import { managers } from '../../lib/domain/roles.ts';
import { MailRefused } from '../../lib/ports/mailer.ts';
import { everyItem, refusalError } from '../../lib/ports/store.ts';
import { errorFields, log, metric } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireMailer } from '../../lib/runtime/wire/mailer.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { sendMails } from './index.ts';
import { openPages } from './open-pages.ts';

type Ports = PortsOf<(typeof sendMails)['needs']>;

/** SES takes fifty in one message; an organization with more owners and admins tells the first of them. */
const mostRecipients = 50;

const recipientsOf = async (organizationId: string, { store }: Ports): Promise<string[]> => {
  const members = await Array.fromAsync(everyItem(store, 'members', { organizationId }));
  return members
    .filter(({ role, removedAt }) => managers.includes(role) && removedAt === undefined)
    .map(({ email }) => email)
    .slice(0, mostRecipients);
};

type Delivery = 'sent' | 'not_sent' | 'unknown';

/** Once anybody got it, it is sent: whom it cannot reach is no reason to tell the others twice. */
const deliver = async (to: readonly string[], mail: WrittenMail, { mailer }: Ports): Promise<Delivery> => {
  let delivery: Delivery = to.length === 0 ? 'sent' : 'not_sent';
  for (const recipient of to) {
    try {
      await mailer.send(recipient, mail);
      delivery = 'sent';
    } catch (error) {
      log.warn('a mail did not reach somebody', errorFields(error));
      if (delivery === 'not_sent' && !(error instanceof MailRefused)) delivery = 'unknown';
    }
  }
  return delivery;
};

/** Takes it, sends it, and notes how that went; cut in between it is sent again, or never, as its kind asks. */
const send = async (ref: { accountId: string; mailId: string }, ports: Ports, now: string): Promise<void> => {
  const { store } = ports;
  const [mail, organization] = await store.load(
    [
      { record: 'mail', id: ref },
      { record: 'organization', id: { organizationId: ref.accountId } },
    ] as const,
    { consistent: true },
  );
  if (!mail?.open) return;
  const refusal = await store.commit([takeMail(mail, now)]);
  const error = refusal && refusalError(refusal);
  if (error instanceof MailTaken) return;
  if (error) throw error;
  const written = writeMail(mail, organization?.name ?? 'Scangate');
  const delivery = await deliver(await recipientsOf(ref.accountId, ports), written, ports);
  // Taking it has marked it as sent.
  if (isToldAtMostOnce(mail) && delivery !== 'not_sent') return;
  if (delivery !== 'sent') noteFailure(mail);
  await store.commit([delivery === 'sent' ? mailSent(mail, now) : mailNotSent(mail, now)]);
};

const noteFailure = ({ accountId, mailId, kind, attempts }: Mail): void => {
  if (attempts + 1 < mostAttempts) return;
  log.error('a mail is given up', { accountId, mailId, kind });
  metric('MailsGivenUp', 1);
};

/**
 * Sends what is in the outbox. Nothing waits for it and nothing fails with it: what a mail tells of was written before
 * (billing.md, "Mail and audit").
 */
export const sendAll = async (
  _event: unknown,
  ports: Ports,
  { now, signal }: StepContext,
): Promise<{ looked: number }> => {
  const through = now.toISOString();
  let looked = 0;
  for (const shard of openShards) {
    for await (const { items } of openPages(ports.store, 'mail', shard, { through })) {
      for (const ref of items) {
        if (signal.aborted) return { looked };
        looked++;
        await send(ref, ports, through).catch((error: unknown) =>
          log.error('a mail could not be sent', { mailId: ref.mailId, ...errorFields(error) }),
        );
      }
    }
  }
  return { looked };
};

export const handler = step(sendMails, { store: wireStore, mailer: wireMailer }, sendAll);
