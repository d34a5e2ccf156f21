import { describe, expect, test } from 'vitest';
import type { Subscriber } from '@scangate/domain/events/event-records';
import {
  disableSubscriber,
  failingNotice,
  warnSubscriber,
} from '@scangate/domain/event-subscribers/failing-subscriber';
import { renderMail } from '@scangate/domain/mail/render-mail';
import { fullIntegrations } from '#test/support/full-integrations.ts';

const since = '2026-03-02T00:00:00.000Z';
const at = (hours: number) => new Date(Date.parse(since) + hours * 3_600_000).toISOString();
const { disabled: _disabled, removedAt: _removed, warnedAt: _warned, ...full } = fullIntegrations.subscriber;
const subscriber: Subscriber = { ...full, kind: 'webhook', name: 'Ops\r\nBcc: x', failingSince: since };

test.each([
  [23.9, {}, 'none'],
  [24, {}, 'warn'],
  [24, { warnedAt: at(24) }, 'none'],
  [119.9, { warnedAt: at(24) }, 'none'],
  [120, { warnedAt: at(24) }, 'disable'],
  [120, {}, 'disable'],
  [200, { disabled: { at: since, cause: 'person' } }, 'none'],
] as const)('after %d hours without success, with %o: %s', (hours, known, notice) => {
  expect(failingNotice({ failingSince: since, ...known }, at(hours))).toBe(notice);
});

test('a subscriber that does not fail gets no notice', () => {
  expect(failingNotice({}, at(1_000))).toBe('none');
});

test('one outage gives one warning, however often it is checked', () => {
  const [first] = warnSubscriber(subscriber, at(24));
  const [again] = warnSubscriber(subscriber, at(30));
  expect([first?.change, first?.change === 'insert' && first.item.kind]).toEqual([
    'insert',
    'subscriber_failing',
  ]);
  const idOf = (change: typeof first) => change?.change === 'insert' && change.item.mailId;
  expect(idOf(again)).toBe(idOf(first));
});

describe('what is written when a subscriber is disabled', () => {
  const organization = { organizationId: subscriber.organizationId, subscribersVersion: 3 };
  const other: Subscriber = { ...subscriber, subscriberId: 'other', types: ['webhook.disabled'] };
  const changesOf = (kind: Subscriber['kind'], others: Subscriber[], cause: 'gone' | 'failing' = 'gone') =>
    disableSubscriber(
      {
        organization,
        subscribers: [{ ...subscriber, kind }, ...others],
        subscriber: { ...subscriber, kind },
        cause,
      },
      at(1),
    ).changes;

  test('for a webhook: it is no longer a listener, a mail, an audit event, and an event for the others', () => {
    const changes = changesOf('webhook', [other]);
    expect(changes.map(({ record }) => record)).toEqual([
      'organization',
      'mail',
      'auditEvent',
      'storedEvent',
    ]);
    expect(changes[0]).toMatchObject({ set: { listens: ['webhook.disabled'], subscribersVersion: 4 } });
    expect(changes[3]).toMatchObject({ item: { type: 'webhook.disabled', data: { cause: 'gone' } } });
  });

  test('without another listener: no event', () => {
    expect(changesOf('webhook', []).map(({ record }) => record)).toEqual([
      'organization',
      'mail',
      'auditEvent',
    ]);
  });

  test('for a webhook that failed: it stays a listener, so that it misses nothing', () => {
    const listens = (kind: Subscriber['kind']) => changesOf(kind, [other], 'failing')[0];
    expect(listens('webhook')).toMatchObject({ set: { listens: ['scan.*', 'webhook.disabled'] } });
    expect(listens('slack')).toMatchObject({ set: { listens: ['webhook.disabled'] } });
  });

  test('for an integration: its own audit event, and no webhook event', () => {
    const changes = changesOf('slack', [other]);
    expect(changes[2]).toMatchObject({ item: { action: 'integration.disabled', actor: { kind: 'system' } } });
    expect(changes.length).toBe(3);
  });
});

test.each([
  ['webhook', 'failing', 'are recorded for it'],
  ['webhook', 'gone', 'No events are recorded for it'],
  ['integration', 'failing', 'No events are recorded for it'],
  ['integration', 'credential_refused', 'No events are recorded for it'],
])('the mail about the %s, %s, names it and says what happens to its events: %s', (what, cause, events) => {
  const facts = { what, name: 'Ops\r\nBcc: x', cause };
  const { subject, text } = renderMail({ kind: 'subscriber_disabled', facts }, 'Acme');
  expect(subject).toBe(`Acme: the ${what} “Ops Bcc: x” was disabled`);
  expect(text).toContain(events);
  expect(text).toContain('until an owner or admin enables it again');
});
