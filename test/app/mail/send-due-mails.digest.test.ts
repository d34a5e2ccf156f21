import { beforeEach, expect, test } from 'vitest';
import { log } from '#runtime/log.ts';
import { sendDueMails } from '#app/mail/send-due-mails.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { MailContent } from '@scangate/domain/mail/render-mail';
import { enqueueDigest } from '@scangate/domain/advisory-watch/advisory-digest';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { linkPorts } from '#test/support/invitations/link-ports.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { testIds, write } from '#test/support/world.ts';

const at = '2026-03-10T12:00:00.000Z';
const morning = new Date('2026-03-11T06:00:00.000Z');

let store: MemoryStore;
let organizationId: string;
let sent: { to: string; text: string }[];
beforeEach(async () => {
  store = new MemoryStore();
  organizationId = await provisionAccount(store, at);
  sent = [];
  await write(store, [enqueueDigest(organizationId, at)]);
});

const mailer = {
  send: async (to: string, { text }: MailContent) => void sent.push({ to, text }),
};
const run = (now: Date) => sendDueMails({ store, mailer, log, ...linkPorts }, taskContextAt(now));
const matched = (when: string, name: string) =>
  write(store, [
    auditEvent({
      organizationId,
      at: when,
      action: 'advisory.matched',
      actor: { kind: 'system' },
      cause: name,
      after: { repository: 'acme/shop', path: '', packages: [{ purl: name, advisories: ['A-1'] }] },
    }),
  ]);

test('the digest has the events of its day only, and is sent in the morning', async () => {
  await matched('2026-03-09T23:59:59.999Z', 'pkg:npm/before');
  await matched(at, 'pkg:npm/first');
  await matched('2026-03-10T23:59:59.999Z', 'pkg:npm/last');
  await matched('2026-03-11T00:00:00.000Z', 'pkg:npm/after');
  await run(new Date(morning.getTime() - 1));
  expect(sent).toEqual([]);
  await run(morning);
  await run(morning);
  expect(sent).toHaveLength(1);
  for (const name of ['first', 'last']) expect(sent[0]?.text).toContain(`pkg:npm/${name}`);
  for (const name of ['before', 'after']) expect(sent[0]?.text).not.toContain(`pkg:npm/${name}`);
});

test('a person who turned the digest off does not get it', async () => {
  await matched(at, 'pkg:npm/first');
  for (const [email, more] of [
    ['on@example.com', {}],
    ['off@example.com', { advisoryDigest: 'off' as const }],
  ] as const)
    await write(store, [
      {
        change: 'insert',
        record: 'member',
        item: { organizationId, personId: testIds.uuid(), role: 'admin', email, joinedAt: at, ...more },
      },
    ]);
  await run(morning);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['on@example.com', 'owner@example.com']);
});

test('a digest without an event is not sent', async () => {
  await run(morning);
  expect(sent).toEqual([]);
  expect(store.all('mail').filter(({ dueQueue }) => dueQueue !== undefined)).toEqual([]);
});
