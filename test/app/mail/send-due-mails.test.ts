import { beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { sendDueMails, type MailPorts } from '#app/mail/send-due-mails.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { enqueueMail, type Notification } from '@scangate/domain/mail/notifications';
import { maxMailAttempts } from '@scangate/domain/mail/outbox';
import type { MailContent } from '@scangate/domain/mail/render-mail';
import { MailRefused } from '#ports/mail/mailer.ts';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { Crash, injectFaults } from '#test/support/store/fault-injection.ts';
import { linkPorts } from '#test/support/invitations/link-ports.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { testIds, write } from '#test/support/world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const start = '2026-03-10T12:00:00.000Z';
const receipt: Notification = { kind: 'receipt', cause: 'in_1', facts: { pack: 'core-100', invoice: 'A-1' } };

let store: MemoryStore;
let accountId: string;
let sent: { to: string; subject: string }[];
let refuses: (to: string) => Error | undefined;
let now: number;
beforeEach(async () => {
  store = new MemoryStore();
  accountId = await provisionAccount(store, start);
  sent = [];
  refuses = () => undefined;
  now = Date.parse(start);
});

const mailer = {
  send: async (to: string, { subject }: MailContent) => {
    const error = refuses(to);
    if (error) throw error;
    sent.push({ to, subject });
  },
};
const run = (ports: Pick<MailPorts, 'store' | 'mailer'> = { store, mailer }) =>
  sendDueMails({ ...ports, ...linkPorts, log }, taskContextAt(new Date(now)));
const post = (notification: Notification = receipt) =>
  write(store, [enqueueMail(accountId, notification, start)]);
const join = (role: 'admin' | 'member' | 'billing', email: string, more: object = {}) =>
  write(store, [
    {
      change: 'insert',
      record: 'member',
      item: { organizationId: accountId, personId: testIds.uuid(), role, email, joinedAt: start, ...more },
    },
  ]);
const open = () => store.all('mail').filter((mail) => mail.dueQueue !== undefined);

describe('a mail in the outbox', () => {
  test('goes to each current owner and admin separately', async () => {
    await join('admin', 'admin@example.com');
    await join('admin', 'gone@example.com', { removedAt: start });
    await join('member', 'member@example.com');
    await join('billing', 'billing@example.com');
    await post();
    await run();
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['admin@example.com', 'owner@example.com']);
    expect(open()).toEqual([]);
  });

  test('is sent once, however many runs there are, even concurrently', async () => {
    await post();
    await Promise.all([run(), run(), run()]);
    await run();
    expect(sent).toHaveLength(1);
  });

  test('that cannot be sent is tried again with growing delays and given up after twenty tries', async () => {
    await post();
    refuses = () => new MailRefused('Throttling');
    const tried: number[] = [];
    for (let minutes = 0; minutes < 9 * 24 * 60 && open().length > 0; minutes++) {
      const before = store.all('mail')[0]?.attempts;
      await run();
      if (store.all('mail')[0]?.attempts !== before) tried.push(minutes);
      now += 60_000;
    }
    expect(tried).toHaveLength(maxMailAttempts);
    expect(tried.slice(0, 4)).toEqual([0, 2, 6, 14]);
    refuses = () => undefined;
    await run();
    expect(sent).toEqual([]);
  });

  test('reaches every possible recipient, and nobody gets it twice', async () => {
    await join('admin', 'admin@example.com');
    await post();
    refuses = (to) => (to === 'admin@example.com' ? new MailRefused('MessageRejected') : undefined);
    await run();
    now += 86_400_000;
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['owner@example.com']);
  });

  test('that another run sent meanwhile stays sent when an earlier try fails late', async () => {
    await post();
    const slow = Promise.withResolvers<void>();
    const late = run({
      store,
      mailer: {
        send: async () => {
          await slow.promise;
          throw new MailRefused('Throttling');
        },
      },
    });
    await vi.waitFor(() => expect(store.all('mail')[0]?.attempts).toBe(1));
    now += 5 * 60_000;
    await run();
    slow.resolve();
    await late;
    expect(open()).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(store.all('mail')[0]?.sentAt).toBeDefined();
  });

  test('that fails does not delay others', async () => {
    await post();
    await post({ ...receipt, cause: 'in_2' });
    let refused = false;
    refuses = () => {
      const first = !refused;
      refused = true;
      return first ? new Error('SES is unwell') : undefined;
    };
    await run();
    expect(sent).toHaveLength(1);
    now += 600_000;
    await run();
    expect(sent).toHaveLength(2);
  });
});

describe('interrupted at any call', () => {
  const cutEverywhere = async (kind: Notification['kind']): Promise<number[]> => {
    const counts: number[] = [];
    for (let call = 1; call <= 40; call++) {
      for (const when of ['before', 'after'] as const) {
        store = new MemoryStore();
        accountId = await provisionAccount(store, start);
        sent = [];
        now = Date.parse(start);
        await post({ ...receipt, kind });
        const { ports } = injectFaults({ store, mailer }, new Map([[call, when]]));
        await run(ports).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
        now += 86_400_000;
        await run();
        expect(open()).toEqual([]);
        counts.push(sent.length);
      }
    }
    return counts;
  };

  test('a receipt is sent once or twice', async () => {
    expect(new Set(await cutEverywhere('receipt'))).toEqual(new Set([1, 2]));
  });

  test('a failed recharge is reported at most once', async () => {
    expect(Math.max(...(await cutEverywhere('recharge_failed')))).toBe(1);
  });
});
