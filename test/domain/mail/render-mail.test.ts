import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noticeKinds } from '@scangate/domain/accounts/account-records';
import { renderMail } from '@scangate/domain/mail/render-mail';

const paid = { invoice: 'A-7', amount: 123_456, currency: 'usd', hostedUrl: 'https://pay.example.com/i/7' };

describe('a mail', () => {
  test.each([
    ['subscription_active', { plan: 'Team', ...paid }, 'Acme: the plan Team is active', '$1,234.56'],
    ['receipt', { pack: 'core-100', ...paid }, 'Acme: receipt A-7', 'the pack core-100 (100 CORE credits)'],
    ['receipt', { sastAddon: 'team', ...paid }, 'Acme: receipt A-7', 'the SAST add-on'],
    [
      'recharge_succeeded',
      { pool: 'sast', pack: 'sast-25', ...paid },
      'Acme: SAST credits were recharged',
      '25 SAST',
    ],
    [
      'recharge_failed',
      { pool: 'core', pack: 'core-500' },
      'Acme: core credits could not be recharged',
      '15 minutes',
    ],
    ['payment_failed', paid, 'Acme: a subscription payment failed', 'payment_failed'],
    [
      'payment_reminder',
      { day: 7, since: '2026-03-10T12:00:00.000Z' },
      'Acme: a subscription payment has been unpaid for 7 days',
      '2026-03-10',
    ],
    ['low_balance', { pool: 'core', available: 12 }, 'Acme: core credits are running low', '12 credits'],
    [
      'renewal_upcoming',
      { plan: 'Team', renewsAt: '2027-03-10T12:00:00.000Z' },
      'Acme: the plan Team renews on 2027-03-10',
      'for a year then.',
    ],
    [
      'renewal_upcoming',
      { plan: 'Team', renewsAt: '2027-03-10T12:00:00.000Z', amount: 120_000, currency: 'eur' },
      'Acme: the plan Team renews on 2027-03-10',
      'As things are, it costs €1,200.00.',
    ],
    [
      'budget_reached',
      { organization: 'o-2', pool: 'sast', month: '2026-03', limit: 5 },
      'Acme: a client organization reached its budget',
      '5 SAST credits in 2026-03',
    ],
  ] as const)('of %s reports what happened', (kind, facts, subject, part) => {
    const mail = renderMail({ kind, facts }, 'Acme');
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(part);
    expect(mail.html).toContain(part);
  });

  test('links the hosted invoice, and no other URL', () => {
    expect(renderMail({ kind: 'receipt', facts: paid }, 'Acme').html).toContain(
      'href="https://pay.example.com/i/7"',
    );
    for (const hostedUrl of [
      'javascript:alert(1)',
      'http://a.example.com',
      'https://a.example.com/"><script>',
    ])
      expect(renderMail({ kind: 'receipt', facts: { ...paid, hostedUrl } }, 'Acme').html).not.toContain(
        'href',
      );
  });

  test('formats amounts by their currency', () => {
    const text = (amount: number, currency: string) =>
      renderMail({ kind: 'receipt', facts: { ...paid, amount, currency } }, 'Acme').text;
    expect(text(5_000, 'jpy')).toContain('¥5,000');
    expect(text(1, 'eur')).toContain('€0.01');
  });

  const subscriber = { name: 'Ops', since: '2026-03-01T12:00:00.000Z' };
  test.each([
    ['webhook', 'POST /v1/webhooks/{webhookId}/redeliveries'],
    ['integration', 'A chat does not get abandoned messages later'],
  ])('about a failing %s says what happens to its deliveries', (what, expected) => {
    const { subject, text } = renderMail(
      { kind: 'subscriber_failing', facts: { ...subscriber, what } },
      'Acme',
    );
    expect(subject).toBe(`Acme: the ${what} “Ops” has received nothing since 2026-03-01`);
    expect(text).toContain('is retried for three days, and then abandoned');
    expect(text).toContain(expected);
  });

  test.each([
    ['webhook', 'gone', 'The receiver of the webhook “Ops” answered that it no longer exists (410).'],
    ['integration', 'gone', 'The channel, workflow or project of the integration “Ops” no longer exists.'],
    ['integration', 'credential_refused', 'enables it again, with a credential that the provider accepts.'],
  ])('about a disabled %s, %s, says why and what to do', (what, cause, expected) => {
    const facts = { ...subscriber, what, cause };
    expect(renderMail({ kind: 'subscriber_disabled', facts }, 'Acme').text).toContain(expected);
  });

  test('escapes every name in the HTML, and has a subject of one line', () => {
    const hostile = fc.constantFrom(
      '<b>',
      '"',
      "'",
      '&',
      '\r\nBcc: x@example.com',
      '<script>',
      'A',
      '\u0000',
    );
    const text = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...noticeKinds), text, text, (kind, name, invoice) => {
        const { subject, html } = renderMail({ kind, facts: { ...paid, invoice } }, name);
        expect(subject).not.toMatch(/\p{Cc}/u);
        const tags = html.replaceAll(/<\/?(?:html|body|p|a|small|!doctype)(?: [^<>]*)?>/g, '');
        expect(tags).not.toMatch(/[<>]/);
      }),
    );
  });
});
