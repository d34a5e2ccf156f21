import type { PortsOf } from '#contract/ports-of.ts';
import { queueShards } from '@scangate/domain/due-queue';
import {
  isSentAtMostOnce,
  recordMailFailed,
  recordMailSent,
  MailClaimConflict,
  maxMailAttempts,
  claimMail,
} from '@scangate/domain/mail/outbox';
import { renderMail, type MailContent } from '@scangate/domain/mail/render-mail';
import type { Mail } from '@scangate/domain/records';
import { managers } from '@scangate/domain/identity/roles';
import { MailRefused } from '#ports/mailer.ts';
import { listAll, failedConditionError } from '#ports/store.ts';
import { errorFields, log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireMailer } from '#runtime/wire/mailer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { sendMails } from '../index.ts';
import { dueQueuePages } from '#app/jobs/due-queue-pages.ts';

type Ports = PortsOf<(typeof sendMails)['needs']>;

/** SES takes fifty in one message; an organization with more owners and admins tells the first of them. */
const mostRecipients = 50;

const recipientsOf = async (organizationId: string, { store }: Ports): Promise<string[]> => {
  const members = await Array.fromAsync(listAll(store, 'members', { organizationId }));
  return members
    .filter(({ role, removedAt }) => managers.includes(role) && removedAt === undefined)
    .map(({ email }) => email)
    .slice(0, mostRecipients);
};

type Delivery = 'sent' | 'not_sent' | 'unknown';

/** Once anybody got it, it is sent: whom it cannot reach is no reason to tell the others twice. */
const deliver = async (to: readonly string[], mail: MailContent, { mailer }: Ports): Promise<Delivery> => {
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
  if (!mail?.dueQueue) return;
  const refusal = await store.commit([claimMail(mail, now)]);
  const error = refusal && failedConditionError(refusal);
  if (error instanceof MailClaimConflict) return;
  if (error) throw error;
  const written = renderMail(mail, organization?.name ?? 'Scangate');
  const delivery = await deliver(await recipientsOf(ref.accountId, ports), written, ports);
  // Taking it has marked it as sent.
  if (isSentAtMostOnce(mail) && delivery !== 'not_sent') return;
  if (delivery !== 'sent') noteFailure(mail);
  await store.commit([delivery === 'sent' ? recordMailSent(mail, now) : recordMailFailed(mail, now)]);
};

const noteFailure = ({ accountId, mailId, kind, attempts }: Mail): void => {
  if (attempts + 1 < maxMailAttempts) return;
  log.error('a mail is given up', { accountId, mailId, kind });
  emitMetric('MailsGivenUp', 1);
};

/**
 * Sends what is in the outbox. Nothing waits for it and nothing fails with it: what a mail tells of was written before
 * (billing.md, "Mail and audit").
 */
export const sendDueMails = async (
  _event: unknown,
  ports: Ports,
  { now, signal }: TaskContext,
): Promise<{ looked: number }> => {
  const through = now.toISOString();
  let looked = 0;
  for (const shard of queueShards) {
    for await (const { items } of dueQueuePages(ports.store, 'mail', shard, { through })) {
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

export const handler = task(sendMails, { store: wireStore, mailer: wireMailer }, sendDueMails);
