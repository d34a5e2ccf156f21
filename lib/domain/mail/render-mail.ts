import { creditPacks } from '../credits/credit-packs.ts';
import type { Mail, MailKind } from '../records.ts';

/** A mail as it is sent. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

type Facts = Mail['facts'];

/** Smallest units of a currency, as people write them. */
const moneyOf = ({ amount, currency }: Facts): string => {
  if (typeof amount !== 'number' || typeof currency !== 'string' || currency === '') return '';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
};

const creditsOf = ({ pack }: Facts): string =>
  typeof pack === 'string' && Object.hasOwn(creditPacks, pack)
    ? `${creditPacks[pack as keyof typeof creditPacks].credits} ${creditPacks[pack as keyof typeof creditPacks].pool.toUpperCase()} credits`
    : '';

const poolOf = ({ pool }: Facts): string => (pool === 'sast' ? 'SAST' : 'core');

const boughtOf = (facts: Facts): string => {
  if (facts['pack'] !== undefined) return `the pack ${facts['pack']} (${creditsOf(facts)})`;
  if (facts['sastAddon'] !== undefined) return 'the SAST add-on';
  return `the plan ${facts['plan'] ?? ''}`;
};

interface Letter {
  subject: string;
  /** Paragraphs. */
  says: string[];
}

const letters: Record<MailKind, (facts: Facts, organization: string) => Letter> = {
  subscription_active: (facts, organization) => ({
    subject: `${organization}: the plan ${facts['plan'] ?? ''} is active`,
    says: [
      `The first period of ${boughtOf(facts)} is paid (${moneyOf(facts)}). Its credits are there, and its limits are in force.`,
      'Included credits are refilled each month on the day the subscription began.',
    ],
  }),
  receipt: (facts, organization) => ({
    subject: `${organization}: receipt ${facts['invoice'] ?? ''}`.trimEnd(),
    says: [`${moneyOf(facts)} was paid for ${boughtOf(facts)}.`],
  }),
  recharge_succeeded: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits were recharged`,
    says: [
      `The ${poolOf(facts)} pool ran low, so ${boughtOf(facts)} was bought, as your settings say (${moneyOf(facts)}).`,
      'Threshold, pack and monthly cap can be changed in the auto-recharge settings.',
    ],
  }),
  recharge_failed: (facts, organization) => ({
    subject: `${organization}: ${poolOf(facts)} credits could not be recharged`,
    says: [
      `The ${poolOf(facts)} pool ran low, and the charge for ${boughtOf(facts)} was declined. Nothing was charged, and scans go on as long as there are credits.`,
      'It is tried again after 15 minutes, one hour and six hours. A new payment method or changed settings try it at once.',
    ],
  }),
  payment_failed: (facts, organization) => ({
    subject: `${organization}: a subscription payment failed`,
    says: [
      `Invoice ${facts['invoice'] ?? ''} over ${moneyOf(facts)} could not be paid. Until it is, new scans are refused with payment_failed.`,
      'A new default payment method settles it at once.',
    ],
  }),
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** No line of ours may begin a header of somebody else's. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

/** The hosted invoice, where the till gave one; the local till has its own. Nothing else is ever a link. */
const invoiceLink = ({ hostedUrl }: Facts): string | undefined =>
  typeof hostedUrl === 'string' && /^(?:https:\/\/|http:\/\/127\.0\.0\.1:)[^\s"'<>]{1,2000}$/.test(hostedUrl)
    ? hostedUrl
    : undefined;

/** What a mail says, as plain text and as HTML. @param organization by its name, which people chose. */
export const renderMail = (
  { kind, facts }: Pick<Mail, 'kind' | 'facts'>,
  organization: string,
): MailContent => {
  const { subject, says } = letters[kind](facts, oneLine(organization));
  const link = invoiceLink(facts);
  const paragraphs = link === undefined ? says : [...says, `Invoice: ${link}`];
  const htmlOf = (paragraph: string): string => `<p>${escaped(paragraph)}</p>`;
  const linked = link === undefined ? [] : [`<p><a href="${escaped(link)}">Open the invoice</a></p>`];
  const end = 'You get this as an owner or admin of the organization.';
  return {
    subject: oneLine(subject),
    text: `${[...paragraphs, end].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${[...says.map(htmlOf), ...linked, `<p><small>${end}</small></p>`].join('')}</body></html>`,
  };
};
