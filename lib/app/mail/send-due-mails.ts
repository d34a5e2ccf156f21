import { managers, owners } from '@scangate/domain/identity/roles';
import {
  claimMail,
  isSentAtMostOnce,
  MailClaimConflict,
  maxMailAttempts,
  recordMailFailed,
  recordMailSent,
} from '@scangate/domain/mail/outbox';
import { renderMail, type MailContent } from '@scangate/domain/mail/render-mail';
import type { AuditEvent, Mail, MailKind, Organization } from '@scangate/domain/records';
import { digestFacts, digestSpan } from '@scangate/domain/advisory-watch/advisory-digest';
import { errorFields, type Log } from '#ports/log.ts';
import { MailRefused, type Mailer } from '#ports/mail/mailer.ts';
import { commitOrThrow, listAll, type Store, type StoreReader } from '#ports/store.ts';
import { composeInvitation, type InvitationMailPorts } from '../identity/invitations/compose-invitation.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';

type Reads = 'mail' | 'organization' | 'invitation' | 'member';
type Writes = 'mail' | 'invitationSecret';

export interface MailPorts extends Omit<InvitationMailPorts, 'store'> {
  store: Pick<StoreReader<Reads>, 'load' | 'get' | 'list' | 'listDue'> & Pick<Store<Writes>, 'commit'>;
  mailer: Mailer;
  log: Log;
}

/** SES accepts fifty recipients; in an organization with more owners and admins, the first of them are notified. */
const maxRecipients = 50;

/** Mails about decisions that only owners can make. */
const forOwners: readonly MailKind[] = ['domain_lost', 'sso_enforced', 'sso_lifted'];

const recipientsOf = async (
  { accountId: organizationId, kind }: Mail,
  { store }: MailPorts,
): Promise<string[]> => {
  const members = await Array.fromAsync(listAll(store, { list: 'members', owner: { organizationId } }));
  const isDigest = kind === 'advisory_digest';
  const recipients = forOwners.includes(kind) ? owners : managers;
  return members
    .filter(({ role, removedAt }) => recipients.includes(role) && removedAt === undefined)
    .filter(({ advisoryDigest }) => !isDigest || advisoryDigest !== 'off')
    .map(({ email }) => email)
    .slice(0, maxRecipients);
};

type Delivery = 'sent' | 'not_sent' | 'unknown';

/** Sends a mail to each recipient. It counts as sent once one of them got it, so that nobody gets it twice. */
const deliver = async (
  recipients: readonly string[],
  content: MailContent,
  { mailer, log }: MailPorts,
): Promise<Delivery> => {
  let delivery: Delivery = recipients.length === 0 ? 'sent' : 'not_sent';
  for (const recipient of recipients) {
    try {
      await mailer.send(recipient, content);
      delivery = 'sent';
    } catch (error) {
      log.warn('a mail did not reach a recipient', errorFields(error));
      if (delivery === 'not_sent' && !(error instanceof MailRefused)) delivery = 'unknown';
    }
  }
  return delivery;
};

/** @returns false when another run has claimed the mail. */
const claim = async (mail: Mail, { store }: MailPorts, now: string): Promise<boolean> => {
  try {
    await commitOrThrow(store, [claimMail(mail, now)]);
    return true;
  } catch (error) {
    if (error instanceof MailClaimConflict) return false;
    throw error;
  }
};

const reportGivenUp = ({ accountId, mailId, kind, attempts }: Mail, { log }: MailPorts): void => {
  if (attempts + 1 < maxMailAttempts) return;
  log.error('a mail was given up', { accountId, mailId, kind });
  log.metric('MailsGivenUp', 1);
};

/**
 * Returns the values of a mail; those of a digest are the events of its day. Undefined when there is nothing to
 * report.
 */
const factsOf = async (mail: Mail, { store }: MailPorts): Promise<Mail['facts'] | undefined> => {
  if (mail.kind !== 'advisory_digest') return mail.facts;
  const { from, before } = digestSpan(mail);
  const events: AuditEvent[] = [];
  const owner = { organizationId: mail.accountId };
  for await (const event of listAll(store, { list: 'auditEvents', owner })) {
    if (event.at < from) break;
    if (event.at < before) events.push(event);
  }
  return digestFacts(mail, events);
};

interface Composed {
  recipients: readonly string[];
  content: MailContent;
}

/** Composes a mail. Undefined when there is nothing to report any more. */
const compose = async (
  mail: Mail,
  { organization, now }: { organization: Organization | undefined; now: string },
  ports: MailPorts,
): Promise<Composed | undefined> => {
  if (mail.kind === 'invitation') {
    const id = { organizationId: mail.accountId, invitationId: String(mail.facts['invitationId']) };
    const composed = await composeInvitation(id, ports, now);
    return composed && { recipients: [composed.to], content: composed.content };
  }
  const facts = await factsOf(mail, ports);
  if (!facts) return undefined;
  const content = renderMail({ kind: mail.kind, facts }, organization?.name ?? 'Scangate');
  return { recipients: await recipientsOf(mail, ports), content };
};

/**
 * Claims a mail, sends it and records the outcome. If it is interrupted, the mail is sent again or never, as its
 * kind requires.
 */
const sendMail = async (
  ref: { accountId: string; mailId: string },
  ports: MailPorts,
  now: string,
): Promise<void> => {
  const { store } = ports;
  const refs = [
    { record: 'mail', id: ref },
    { record: 'organization', id: { organizationId: ref.accountId } },
  ] as const;
  const [mail, organization] = await store.load(refs, { consistent: true });
  if (!mail?.dueQueue) return;
  if (!(await claim(mail, ports, now))) return;
  const composed = await compose(mail, { organization, now }, ports);
  if (!composed) {
    await store.commit([recordMailSent(mail, now)]);
    return;
  }
  const delivery = await deliver(composed.recipients, composed.content, ports);
  // The claim has already marked it as sent.
  if (isSentAtMostOnce(mail) && delivery !== 'not_sent') return;
  const isSent = delivery === 'sent';
  if (!isSent) reportGivenUp(mail, ports);
  await store.commit([isSent ? recordMailSent(mail, now) : recordMailFailed(mail, now)]);
};

/**
 * Sends the mails in the outbox. Nothing waits for a mail or fails with it: the change that it reports was committed
 * before (docs/adr/0027-mail-outbox.md).
 */
export const sendDueMails = async (
  ports: MailPorts,
  { now, signal }: RunContext,
): Promise<{ examined: number }> => {
  const through = now.toISOString();
  const work = (ref: { accountId: string; mailId: string }) => sendMail(ref, ports, through);
  // One mail per shard at a time: a mail that SES refuses because of its rate is retried later.
  const queue = { record: 'mail', range: { through }, atOnce: 1, work } as const;
  const { examined } = await workThroughQueue(queue, ports, signal);
  return { examined };
};
