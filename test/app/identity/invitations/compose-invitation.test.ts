import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendDueMails } from '#app/mail/send-due-mails.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { log } from '#runtime/log.ts';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { invite } from '@scangate/domain/identity/invitations/invite';
import { withdrawInvitation } from '@scangate/domain/identity/invitations/withdraw-invitation';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { MailContent } from '@scangate/domain/mail/mail-page';
import type { Invitation } from '@scangate/domain/records';
import { MailRefused } from '#ports/mail/mailer.ts';
import { linkPorts, publicUrl } from '#test/support/invitations/link-ports.ts';
import { secretOf } from '#test/support/invitations/sent-links.ts';
import { faultKinds, injectFaults } from '#test/support/store/fault-injection.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, newOrganization, noon, testIds, write, type TestOrganization } from '#test/support/world.ts';

let store: MemoryStore;
let organization: TestOrganization;
let invitation: Invitation;
let sent: (MailContent & { to: string })[];
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  organization = await newOrganization(store, { name: 'Acme <b>http://evil.example</b>' });
  sent = [];
  const { organizationId } = organization;
  const stored = await store.get('organization', { organizationId });
  if (!stored) throw new Error('there is no organization');
  const request = {
    actor: actorOf(organization.as('owner')),
    email: 'new@example.com',
    role: 'admin' as const,
  };
  const facts = { organization: stored, members: store.all('member'), invitations: [] };
  const made = invite(request, facts, { invitationId: testIds.uuid(), now: noon.toISOString() });
  invitation = made.invitation;
  await write(store, made.changes);
});
const mailer = { send: async (to: string, mail: MailContent) => void sent.push({ to, ...mail }) };
const run = (at = noon, ports: object = {}) =>
  sendDueMails({ store, mailer, log, ...linkPorts, ...ports }, taskContextAt(at));
const hashes = () => store.all('invitationSecret').map(({ secretHash }) => secretHash);

describe('the mail of an invitation', () => {
  test('has the link, and names the inviter, the organization, the role and the expiry', async () => {
    await run();
    const [mail] = sent;
    expect(mail?.to).toBe('new@example.com');
    expect(mail?.text).toContain(`Accept the invitation: ${publicUrl}/console/invitation#sgi_`);
    expect(mail?.text).toContain('owner@example.com invites you to the organization');
    expect(mail?.text).toContain('as admin.');
    expect(mail?.text).toContain('until 2026-03-17');
    expect(mail?.html).not.toContain('<b>');
  });

  test('does not make a link of a name that people chose', async () => {
    await run();
    expect(sent[0]?.text).not.toContain('evil.example');
    expect(sent[0]?.subject).toBe('Invitation to Acme b http evil example b on Scangate');
  });

  test('is the only place that has the secret; its hash finds the invitation', async () => {
    await run();
    const secret = secretOf(sent[0] ?? { text: '' });
    expect(store.all('invitationSecret')).toEqual([
      {
        secretHash: tokenHash(secret),
        invitationOf: organization.organizationId,
        invitationId: invitation.invitationId,
        expiresAt: invitation.expiresAt,
      },
    ]);
    const records = (['invitation', 'invitationSecret', 'mail', 'auditEvent'] as const).map((record) =>
      store.all(record),
    );
    expect(JSON.stringify(records)).not.toContain(secret.slice(4, 34));
  });

  test('is sent once, and not for an invitation that was withdrawn or has expired', async () => {
    await run();
    await run(later(3_600));
    expect(sent).toHaveLength(1);
  });

  test('is not sent for an invitation that was withdrawn before', async () => {
    await write(
      store,
      withdrawInvitation(invitation, {
        actor: actorOf(organization.as('owner')),
        now: noon.toISOString(),
      }),
    );
    await run();
    expect([sent, hashes()]).toEqual([[], []]);
    expect(store.all('mail')).toMatchObject([{ sentAt: noon.toISOString() }]);
  });

  test('that the provider refuses is sent later, with another secret', async () => {
    await run(noon, { mailer: { send: () => Promise.reject(new MailRefused('Throttling')) } });
    await run(later(600));
    expect([sent.length, hashes().length]).toEqual([1, 2]);
    expect(hashes()).toContain(tokenHash(secretOf(sent[0] ?? { text: '' })));
  });

  test('waits while the deployment has no public URL', async () => {
    await run(noon, { publicAddress: { url: async () => undefined } });
    expect(sent).toEqual([]);
    await run(later(600));
    expect(sent).toHaveLength(1);
  });

  test('logs neither the address nor the secret', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await run(noon, { mailer: { send: () => Promise.reject(new MailRefused('MessageRejected')) } });
    await run(later(600));
    const lines = JSON.stringify(written.mock.calls);
    expect(lines).not.toContain('sgi_');
    expect(lines).not.toContain('new@example.com');
  });
});

describe('is sent with a working link, whichever call is interrupted', () => {
  test.each(faultKinds)('%s', async (fault) => {
    for (let call = 1; call <= 12; call++) {
      const before = sent.length;
      const { ports } = injectFaults({ store, mailer }, new Map([[call, fault]]));
      await run(later(call * 86_400 * 0.01), ports).catch(() => undefined);
      expect(sent.length - before).toBeLessThanOrEqual(2);
    }
    await run(later(86_400));
    expect(sent.length).toBeGreaterThanOrEqual(1);
    for (const mail of sent) expect(hashes()).toContain(tokenHash(secretOf(mail)));
    expect(store.all('mail')).toMatchObject([{ sentAt: expect.any(String) }]);
  });
});
