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
  if (facts['licenses'] !== undefined) return `${facts['licenses']} licenses`;
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
      ? `The receiver of ${subscriberOf(facts)} answered that it no longer exists (410).`
      : `The channel, workflow or project of ${subscriberOf(facts)} no longer exists.`;
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
    ? 'Events are recorded for it for 30 days and sent when it is enabled again. You can request a redelivery of deliveries that were abandoned before (POST /v1/webhooks/{webhookId}/redeliveries).'
    : 'No events are recorded for it while it is disabled. Deliveries that were already pending continue if it is enabled within 30 days.';

/** Explains what happens to deliveries that were given up: only a webhook gets them again. */
const onceGivenUp = ({ what }: Facts): string =>
  what === 'webhook'
    ? 'Within 30 days, you can request a redelivery of abandoned deliveries (POST /v1/webhooks/{webhookId}/redeliveries).'
    : 'A chat does not get abandoned messages later. The next delivery brings a tracker’s issues up to date.';

interface MailTemplate {
  subject: string;
  paragraphs: string[];
}

const templates: Record<NoticeKind, (facts: Facts, organization: string) => MailTemplate> = {
  subscription_active: (facts, organization) => ({
    subject: `${organization}: the plan ${facts['plan'] ?? ''} is active`,
    paragraphs: [
      `The first period of ${boughtOf(facts)} is paid (${formatAmount(facts)}). Its credits are granted, and its limits apply.`,
      'Included credits are refilled each month on the day on which the subscription started.',
    ],
  }),
  receipt: (facts, organization) => ({
    subject: `${organization}: receipt ${facts['invoice'] ?? ''}`.trimEnd(),
    paragraphs: [`${formatAmount(facts)} was paid for ${boughtOf(facts)}.`],
  }),
  recharge_succeeded: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits were recharged`,
    paragraphs: [
      `The ${poolOf(facts)} pool ran low, so ${boughtOf(facts)} was bought, according to your settings (${formatAmount(facts)}).`,
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
  purchase_withdrawn: (facts, organization) => ({
    subject: `${organization}: ${boughtOf(facts)} was not bought`,
    paragraphs: [
      `Nothing is charged while the organization is closing, so the order of ${boughtOf(facts)} is withdrawn. What was paid for it is refunded.`,
      'It can be ordered again once the organization is restored.',
    ],
  }),
  payment_reminder: (facts, organization) => ({
    subject: `${organization}: a subscription payment has been unpaid for ${facts['day'] ?? ''} days`,
    paragraphs: [
      `A subscription payment failed on ${dateOf(facts['since'])} and is not paid. New scans are refused with payment_failed until it is paid.`,
      'A new default payment method is charged at once.',
    ],
  }),
  low_balance: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits are running low`,
    paragraphs: [
      `The ${poolOf(facts)} pool has ${facts['available'] ?? ''} credits left. Its period ends on ${dateOf(facts['periodEndsAt'])}.`,
      'Packs can be bought in the billing settings, and auto-recharge buys them when the pool runs low.',
    ],
  }),
  renewal_upcoming: (facts, organization) => ({
    subject: `${organization}: the plan ${facts['plan'] ?? ''} renews on ${dateOf(facts['renewsAt'])}`,
    paragraphs: [
      `The yearly subscription of the plan ${facts['plan'] ?? ''} renews on ${dateOf(facts['renewsAt'])} and is paid for a year then.${costOf(facts)}`,
      'You can change plan, licenses and auto-renew before then.',
    ],
  }),
  budget_reached: (facts, organization) => ({
    subject: `${organization}: a client organization reached its budget`,
    paragraphs: [
      `The organization ${facts['organization'] ?? ''} has spent ${facts['limit'] ?? ''} ${poolOf(facts)} credits in ${facts['month'] ?? ''}, the soft limit of its budget. It can continue up to the hard limit, if there is one.`,
      'Budgets are changed in the billing settings.',
    ],
  }),
  waivers_expiring: (facts, organization) => ({
    subject: `${organization}: waivers expire within a week`,
    paragraphs: [
      `${facts['waivers'] ?? ''} waivers expire within a week, the first on ${dateOf(facts['firstAt'])}. From then on their findings count again, and the gate may fail.`,
      `The first covers ${facts['first'] ?? ''}. Renew what is still justified, or fix it.`,
    ],
  }),
  advisory_digest: (facts, organization) => ({
    subject: `${organization}: new advisories affect your default branches`,
    paragraphs: [
      `Advisories of ${dateOf(facts['day'])} affect packages of your default branches. Project units: ${facts['units'] ?? ''}. New findings: ${facts['findings'] ?? ''}.`,
      ...linesOf(facts),
      'See the list of findings, and the audit log for all events. Owners and admins can turn this digest off for themselves in the members settings (advisoryDigest).',
    ],
  }),
  domain_lost: (facts, organization) => ({
    subject: `${organization}: the domain ${facts['domain'] ?? ''} is no longer verified`,
    paragraphs: [
      `The TXT record of ${facts['domain'] ?? ''} has been missing since ${dateOf(facts['since'])}. New people with an address in this domain can no longer join by single sign-on, and sign-in no longer finds the organization by it.`,
      'Publish the record again and verify the domain, or remove it. Other organizations can now verify it.',
    ],
  }),
  sso_lifted: (_facts, organization) => ({
    subject: `${organization}: the enforcement of single sign-on was lifted`,
    paragraphs: [
      'The operator of the service lifted it at the request of an owner. Members can sign in without the organization’s identity provider again.',
      'If you did not expect this, ask the other owners. An owner can enforce it again.',
    ],
  }),
  sso_enforced: (facts, organization) => ({
    subject: `${organization}: single sign-on is enforced`,
    paragraphs: [
      `From ${String(facts['since'] ?? '')} on, only sessions from the organization’s identity provider are accepted. All other sessions have ended.`,
      `Owners who can still sign in without it: ${facts['owners'] ?? 'none'}.`,
      'If you did not expect this, ask the other owners, or ask the operator of the service to lift it.',
    ],
  }),
  subscriber_failing: (facts, organization) => ({
    subject: `${organization}: ${subscriberOf(facts)} has received nothing since ${dateOf(facts['since'])}`,
    paragraphs: [
      `No delivery to ${subscriberOf(facts)} has succeeded since ${String(facts['since'] ?? '')}. See its delivery log for the reason. It will be disabled after five days without success.`,
      `A delivery is retried for three days, and then abandoned. ${onceGivenUp(facts)}`,
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
    subject: `${organization}: no results are posted to ${oneLine(String(facts['repository'] ?? ''))}`,
    paragraphs: [
      `The host of ${oneLine(String(facts['repository'] ?? ''))} refuses the stored credential, so scans of this repository post no status and no comment there. Other repositories are not affected.`,
      'Store a new credential for the repository, or turn its checks off.',
    ],
  }),
  payment_failed: (facts, organization) => ({
    subject: `${organization}: a subscription payment failed`,
    paragraphs: [
      `Invoice ${facts['invoice'] ?? ''} for ${formatAmount(facts)} could not be paid. New scans are refused with payment_failed until it is paid.`,
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
