import { mailKinds } from '@scangate/domain/accounts/account-records';
import { auditActions, type AuditAction } from '@scangate/domain/audit/audit-event';
import type { MailKind } from '@scangate/domain/records';
import { code, page, table } from './markdown.ts';

const auditMeanings: Readonly<Record<AuditAction, string>> = {
  'gate.changed': 'The gate settings were changed.',
  'gate.proposed': 'A weaker rule about waivers was proposed, which a second person has to ask for.',
  'waiver.requested': 'A waiver was requested, which covers nothing until it is approved.',
  'waiver.approved': 'A waiver was set in force: approved, or made by an owner or admin alone.',
  'waiver.rejected': 'A requested waiver was rejected.',
  'waiver.withdrawn': 'A waiver was withdrawn.',
  'vex.imported': 'Statements of a VEX document became waivers.',
  'finding.changed': 'Somebody assigned a finding, or changed its notes or its ticket.',
  'advisory.matched': 'A published advisory affects packages of a project unit on a default branch.',
  'finding.introduced': 'A published advisory opened findings in a project unit on a default branch.',
  'token.issued': 'A token was issued.',
  'token.revoked': 'A token was revoked.',
  'member.added': 'A person was added.',
  'member.changed': 'The role of a person was changed.',
  'member.removed': 'A person was removed, with all their tokens.',
  'repository.connected': 'A repository was connected.',
  'repository.disconnected': 'A repository was disconnected.',
  'repository.changed': 'The name, the default branch or the credential of a repository was changed.',
  'plan.started': 'A paid plan began.',
  'plan.changed': 'The plan, its interval or its terms changed.',
  'plan.ended': 'A paid plan ended.',
  'plan.change_scheduled': 'A plan change was scheduled for the next renewal.',
  'plan.change_undone': 'A scheduled plan change was undone.',
  'auto_renew.changed': 'Auto-renew was turned on or off.',
  'licenses.added': 'More licenses were bought.',
  'sast_addon.started': 'The SAST add-on began.',
  'sast_addon.cancelled': 'The SAST add-on was canceled for the end of its period.',
  'sast_addon.resumed': 'The cancelation of the SAST add-on was undone.',
  'sast_addon.ended': 'The SAST add-on ended.',
  'payment.failed': 'A subscription payment failed.',
  'payment.resolved': 'No failed subscription payment is left.',
  'retention.changed': 'The retention of payloads was changed.',
  'auto_recharge.changed': 'The auto-recharge settings were changed.',
  'auto_recharge.charged': 'An automatic recharge was paid.',
  'auto_recharge.failed': 'An automatic recharge was declined.',
  'checkout.opened': 'A checkout of a plan was opened.',
  'pack_checkout.opened': 'A checkout of a credit pack was opened.',
  'coupon.applied': 'A coupon was applied.',
  'charge.refunded': 'A charge was refunded.',
  'charge.disputed': 'A charge was disputed.',
  'credits.adjusted': 'The operator adjusted a credit pool.',
  'credits.promotion_granted': 'The operator granted credits that expire.',
  'credits.pack_refunded': 'The operator took credits of a pack and had their price returned.',
  'credits.pack_refund_refused': 'The payment provider refused the refund of a pack; the credits are back.',
  'billing_details.changed': 'Billing details were changed; the event names the fields.',
  'budget.changed': 'The budget of a client organization was changed.',
};

const mailMeanings: Readonly<Record<MailKind, string>> = {
  subscription_active: 'The first period of a plan or add-on is paid.',
  receipt: 'An invoice was paid.',
  recharge_succeeded: 'An automatic recharge was paid.',
  recharge_failed: 'An automatic recharge was declined; one mail for a streak of failures.',
  payment_failed: 'A subscription payment failed.',
  payment_reminder: 'A subscription payment is still unpaid, 3, 7 and 14 days after it failed.',
  low_balance: 'A credit pool runs low and is not recharged; one mail for each pool and period.',
  renewal_upcoming: 'A yearly subscription renews within a week, with the amount where Stripe says it.',
  waivers_expiring: 'Waivers expire within a week; each is announced once.',
  advisory_digest:
    'Published advisories affect packages of default branches; at most one mail a day, which each owner or admin can turn off.',
  budget_reached:
    'A client organization reached the soft limit of its budget; one mail for each pool and month.',
};

/** Writes the page of what the service records, sends and streams. */
export const eventsPage = (): string =>
  page(
    'Events',
    'Names of events are a contract: the lists grow, and no name changes.',
    `## Audit events\n\n\`GET /v1/audit-events\` lists them, with the actor and the fields before and after.\n\n${table(
      ['Action', 'What happened'],
      auditActions.map((action) => [code(action), auditMeanings[action]]),
    )}`,
    `## Mails\n\nMails go to the owners and admins of the account.\n\n${table(
      ['Kind', 'What happened'],
      mailKinds.map((kind) => [code(kind), mailMeanings[kind]]),
    )}`,
    `## Server-sent events\n\n\`GET /v1/scans/{scanId}/wait\` streams them for \`Accept: text/event-stream\`.\n\n${table(
      ['Event', 'What happened'],
      [
        [code('unit'), 'A project unit has another status.'],
        [code('verdict'), 'The verdict is there, or the time is over. It is the last event.'],
      ],
    )}`,
  );
