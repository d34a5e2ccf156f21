import { expect, test } from 'vitest';
import { renderMail } from '@scangate/domain/mail/render-mail';
import type { AuditEvent } from '@scangate/domain/records';
import { digestFacts, digestSpan, enqueueDigest } from '@scangate/domain/advisory-watch/advisory-digest';

const event = (action: AuditEvent['action'], after: Record<string, unknown>): AuditEvent => ({
  organizationId: 'o-1',
  eventId: 'e-1',
  at: '2026-03-01T12:00:00.000Z',
  action,
  actor: { kind: 'system' },
  after: { repository: 'acme/shop', path: 'web', projectUnitId: 'u-1', ...after },
});
const matched = event('advisory.matched', {
  packages: [{ purl: 'pkg:npm/leaf', versions: ['1.0.0'], advisories: ['GHSA-1', 'GHSA-2'] }],
});
const introduced = event('finding.introduced', {
  findings: [{ severity: 'critical', title: 'Leaf <b>falls</b>\r\nBcc: x' }],
  total: 1,
});
const mail = { facts: { day: '2026-03-01' } };

test('the digest of a day is one mail, due the next morning', () => {
  const [early, late] = ['2026-03-01T00:00:01.000Z', '2026-03-01T23:59:59.000Z'].map((at) =>
    enqueueDigest('o-1', at),
  ) as unknown as { item: { mailId: string; dueAt: string } }[];
  expect(early?.item.mailId).toBe(late?.item.mailId);
  expect([early?.item.dueAt, late?.item.dueAt]).toEqual(Array(2).fill('2026-03-02T06:00:00.000Z'));
  expect(digestSpan(mail)).toEqual({ from: '2026-03-01T00:00:00.000Z', before: '2026-03-02T00:00:00.000Z' });
});

test('it lists what is new first, on separate lines', () => {
  const facts = digestFacts(mail, [matched, introduced]);
  expect(facts).toMatchObject({ findings: 1, units: 1, more: 0 });
  const { subject, text, html } = renderMail({ kind: 'advisory_digest', facts: facts! }, 'Acme');
  expect(subject).toBe('Acme: new advisories affect your default branches');
  expect(text).toContain('acme/shop (web): new finding, critical: Leaf <b>falls</b> Bcc: x\n');
  expect(text.indexOf('new finding')).toBeLessThan(text.indexOf('GHSA-1, GHSA-2 affects pkg:npm/leaf'));
  expect(html).toContain('Leaf &lt;b&gt;falls&lt;/b&gt;');
});

test('it is bounded, and says how much it leaves out', () => {
  const facts = digestFacts(
    mail,
    Array.from({ length: 30 }, () => matched),
  );
  expect(facts).toMatchObject({ more: 10 });
  expect(renderMail({ kind: 'advisory_digest', facts: facts! }, 'Acme').text).toContain('And 10 more.');
});

test('a day without news has none', () => {
  expect(digestFacts(mail, [event('member.added', {})])).toBeUndefined();
});
