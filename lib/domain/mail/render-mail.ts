import { creditPacks, type PackName } from '../credits/credit-packs.ts';
import { dayOf } from '../instant.ts';
import type { Mail, NoticeKind } from '../records.ts';
import { mailPage, oneLine, type MailContent } from './mail-page.ts';

export type { MailContent } from './mail-page.ts';

type Facts = Mail['facts'];

/** Formats an amount in the smallest unit of a currency for people. */
const formatAmount = ({ amount, currency }: Facts): string => {
  if (typeof amount !== 'number' || typeof currency !== 'string' || currency === '') return '';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
};

const creditsOf = ({ pack: name }: Facts): string => {
  if (typeof name !== 'string' || !Object.hasOwn(creditPacks, name)) return '';
  const { credits, pool } = creditPacks[name as PackName];
  return `${credits} ${pool.toUpperCase()} credits`;
};

const poolOf = ({ pool }: Facts): string => (pool === 'sast' ? 'SAST' : 'core');

const boughtOf = (facts: Facts): string => {
  if (facts['pack'] !== undefined) return `the pack ${facts['pack']} (${creditsOf(facts)})`;
  if (facts['sastAddon'] !== undefined) return 'the SAST add-on';
  return `the plan ${facts['plan'] ?? ''}`;
};

/** A sentence about the amount of a renewal, where it is known. */
const costOf = (facts: Facts): string => {
  const amount = formatAmount(facts);
  return amount === '' ? '' : ` As things are, it costs ${amount}.`;
};

/** The day of an instant, in UTC. */
const dateOf = (at: string | number | undefined): string => dayOf(String(at ?? ''));

/** The lines of a digest, and how many there are beyond them. */
const linesOf = (facts: Facts): string[] => {
  const lines = Object.keys(facts).filter((name) => /^line\d{1,3}$/.test(name));
  const more = Number(facts['more'] ?? 0);
  return [...lines.map((name) => oneLine(String(facts[name]))), ...(more > 0 ? [`And ${more} more.`] : [])];
};

/** Names a webhook or an integration as a person called it. */
const subscriberOf = ({ what, name }: Facts): string =>
  `the ${what === 'webhook' ? 'webhook' : 'integration'} “${oneLine(String(name ?? ''))}”`;

const disabledBecause = (facts: Facts): string => {
  if (facts['cause'] === 'gone')
    return facts['what'] === 'webhook'
      ? `The receiver of ${subscriberOf(facts)} answered that it is gone.`
      : `The channel, workflow or project of ${subscriberOf(facts)} is not found any more.`;
  if (facts['cause'] === 'credential_refused')
    return `The provider of ${subscriberOf(facts)} refuses its credential.`;
  return `No delivery to ${subscriberOf(facts)} has succeeded for five days.`;
};

/**
 * A webhook that was disabled for failing still gets its events recorded, unlike any other subscriber
 * (docs/adr/0080-outbox.md).
 */
const whileDisabled = ({ what, cause }: Facts): string =>
  what === 'webhook' && cause === 'failing'
    ? 'For 30 days, what happens waits for it: enabled again, it gets that. What was given up before is sent again when you ask for it (POST /v1/webhooks/{webhookId}/redeliveries).'
    : 'What happens while it is disabled is not recorded for it. What waited before goes on when it is enabled within 30 days.';

/** Explains what happens to deliveries that were given up: only a webhook gets them again. */
const onceGivenUp = ({ what }: Facts): string =>
  what === 'webhook'
    ? 'For 30 days, what was given up is sent again when you ask for it (POST /v1/webhooks/{webhookId}/redeliveries).'
    : 'A chat does not get later what was given up. A later delivery brings the issues of a tracker up to date.';

interface MailTemplate {
  subject: string;
  paragraphs: string[];
}

const templates: Record<NoticeKind, (facts: Facts, organization: string) => MailTemplate> = {
  subscription_active: (facts, organization) => ({
    subject: `${organization}: the plan ${facts['plan'] ?? ''} is active`,
    paragraphs: [
      `The first period of ${boughtOf(facts)} is paid (${formatAmount(facts)}). Its credits are granted, and its limits are in force.`,
      'Included credits are refilled each month on the day the subscription began.',
    ],
  }),
  receipt: (facts, organization) => ({
    subject: `${organization}: receipt ${facts['invoice'] ?? ''}`.trimEnd(),
    paragraphs: [`${formatAmount(facts)} was paid for ${boughtOf(facts)}.`],
  }),
  recharge_succeeded: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits were recharged`,
    paragraphs: [
      `The ${poolOf(facts)} pool ran low, so ${boughtOf(facts)} was bought, as your settings say (${formatAmount(facts)}).`,
      'Threshold, pack and monthly cap can be changed in the auto-recharge settings.',
    ],
  }),
  recharge_failed: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits could not be recharged`,
    paragraphs: [
      `The ${poolOf(facts)} pool ran low, and the charge for ${boughtOf(facts)} was declined. Nothing was charged, and scans continue as long as there are credits.`,
      'The charge is retried after 15 minutes, one hour and six hours. A new payment method or changed settings retry it at once.',
    ],
  }),
  payment_reminder: (facts, organization) => ({
    subject: `${organization}: a subscription payment is unpaid for ${facts['day'] ?? ''} days`,
    paragraphs: [
      `A subscription payment failed on ${dateOf(facts['since'])} and is not paid. New scans are refused with payment_failed until it is paid.`,
      'A new default payment method is charged at once.',
    ],
  }),
  low_balance: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits run low`,
    paragraphs: [
      `The ${poolOf(facts)} pool has ${facts['available'] ?? ''} credits left. Its period ends on ${dateOf(facts['periodEndsAt'])}.`,
      'Packs can be bought in the billing settings, and auto-recharge buys them when the pool runs low.',
    ],
  }),
  renewal_upcoming: (facts, organization) => ({
    subject: `${organization}: the plan ${facts['plan'] ?? ''} renews on ${dateOf(facts['renewsAt'])}`,
    paragraphs: [
      `The yearly subscription of the plan ${facts['plan'] ?? ''} renews on ${dateOf(facts['renewsAt'])} and is paid for a year then.${costOf(facts)}`,
      'Plan, licenses and auto-renew can be changed before.',
    ],
  }),
  budget_reached: (facts, organization) => ({
    subject: `${organization}: a client organization reached its budget`,
    paragraphs: [
      `The organization ${facts['organization'] ?? ''} has spent ${facts['limit'] ?? ''} ${poolOf(facts)} credits in ${facts['month'] ?? ''}, the soft limit of its budget. It can go on up to the hard limit, where there is one.`,
      'Budgets are changed in the billing settings.',
    ],
  }),
  waivers_expiring: (facts, organization) => ({
    subject: `${organization}: waivers expire within a week`,
    paragraphs: [
      `${facts['waivers'] ?? ''} waivers expire within a week, the first on ${dateOf(facts['firstAt'])}. From that second on their findings count again, and the gate may fail.`,
      `The first covers ${facts['first'] ?? ''}. Renew what is still justified, or fix it.`,
    ],
  }),
  advisory_digest: (facts, organization) => ({
    subject: `${organization}: new advisories affect your default branches`,
    paragraphs: [
      `Advisories of ${dateOf(facts['day'])} affect packages of your default branches. Project units: ${facts['units'] ?? ''}. New findings: ${facts['findings'] ?? ''}.`,
      ...linesOf(facts),
      'The findings are in the list of findings, all events in the audit log. Owners and admins turn this digest off for themselves by advisoryDigest of their membership.',
    ],
  }),
  domain_lost: (facts, organization) => ({
    subject: `${organization}: the domain ${facts['domain'] ?? ''} is no longer verified`,
    paragraphs: [
      `The TXT record of ${facts['domain'] ?? ''} was missing since ${dateOf(facts['since'])}. Nobody new joins by single sign-on with an address of this domain, and sign-in finds the organization by it no more.`,
      'Publish the record again and verify the domain, or remove it. Other organizations can verify it now.',
    ],
  }),
  sso_lifted: (_facts, organization) => ({
    subject: `${organization}: the enforcement of single sign-on was lifted`,
    paragraphs: [
      'Whoever operates the service lifted it, because an owner asked to. Members can sign in without the identity provider of the organization again.',
      'If you did not expect this, ask the other owners. An owner can enforce it again.',
    ],
  }),
  sso_enforced: (facts, organization) => ({
    subject: `${organization}: single sign-on is enforced`,
    paragraphs: [
      `From ${String(facts['since'] ?? '')} on only sessions of the identity provider of the organization are accepted. All other sessions have ended.`,
      `Owners who can still sign in without it: ${facts['owners'] ?? 'none'}.`,
      'If you did not expect this, ask the other owners, or whoever operates the service to lift it.',
    ],
  }),
  subscriber_failing: (facts, organization) => ({
    subject: `${organization}: ${subscriberOf(facts)} gets nothing since ${dateOf(facts['since'])}`,
    paragraphs: [
      `No delivery to ${subscriberOf(facts)} has succeeded since ${String(facts['since'] ?? '')}. The log of its deliveries says why. It is disabled after five days without success.`,
      `A delivery is tried again for three days, and then given up. ${onceGivenUp(facts)}`,
    ],
  }),
  subscriber_disabled: (facts, organization) => ({
    subject: `${organization}: ${subscriberOf(facts)} was disabled`,
    paragraphs: [
      `${disabledBecause(facts)} It gets nothing until an owner or admin enables it again${
        facts['cause'] === 'credential_refused' ? ', with a credential that the provider accepts' : ''
      }.`,
      whileDisabled(facts),
    ],
  }),
  checks_stopped: (facts, organization) => ({
    subject: `${organization}: no results are written at ${oneLine(String(facts['repository'] ?? ''))}`,
    paragraphs: [
      `The host of ${oneLine(String(facts['repository'] ?? ''))} refuses the stored credential, so that scans of this repository write no status and no comment there. Other repositories are not affected.`,
      'Store a new credential of the repository, or turn its checks off.',
    ],
  }),
  payment_failed: (facts, organization) => ({
    subject: `${organization}: a subscription payment failed`,
    paragraphs: [
      `Invoice ${facts['invoice'] ?? ''} over ${formatAmount(facts)} could not be paid. New scans are refused with payment_failed until it is paid.`,
      'A new default payment method is charged at once.',
    ],
  }),
};

/** The hosted invoice of the payment provider, or of the local one. No other URL becomes a link. */
const invoiceLink = ({ hostedUrl }: Facts): string | undefined =>
  typeof hostedUrl === 'string' && /^(?:https:\/\/|http:\/\/127\.0\.0\.1:)[^\s"'<>]{1,2000}$/.test(hostedUrl)
    ? hostedUrl
    : undefined;

/**
 * Renders a mail to people of an organization.
 * @param organization its name, which a person chose.
 */
export const renderMail = (
  { kind, facts }: { kind: NoticeKind; facts: Facts },
  organization: string,
): MailContent => {
  const { subject, paragraphs } = templates[kind](facts, oneLine(organization));
  const url = invoiceLink(facts);
  return mailPage({
    subject,
    paragraphs,
    link: url === undefined ? undefined : { label: 'Open the invoice', text: 'Invoice', url },
    footer: 'You get this as an owner or admin of the organization.',
  });
};
