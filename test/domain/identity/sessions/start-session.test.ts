import { expect, test } from 'vitest';
import { maxSessions, startSession } from '@scangate/domain/identity/sessions/start-session';
import type { PersonSession } from '@scangate/domain/records';
import { later, noon, testIds } from '#test/support/world.ts';

const sessionIn = (organizationId: string): PersonSession => ({
  tokenHash: testIds.uuid(),
  tokenId: testIds.uuid(),
  organizationId,
  expiresAt: later(3_600).toISOString(),
});
const elsewhere = Array.from({ length: maxSessions }, () => sessionIn('elsewhere'));

const endedBy = (sessions: PersonSession[], issuerOf?: string): string[] =>
  startSession({
    person: { personId: 'person', email: '', createdAt: noon.toISOString(), identities: [], sessions },
    member: { role: 'member' },
    organization: { organizationId: 'here', billingAccountId: 'here' },
    signedIn: { amr: [], issuerOf },
    tokenId: testIds.uuid(),
    random: testIds.bytes(60),
    now: noon,
  }).changes.flatMap((change) =>
    change.change === 'update' && change.record === 'token' ? [change.id.tokenHash] : [],
  );

test('a session beyond the limit ends the oldest one of the person', () => {
  expect(endedBy(elsewhere)).toEqual([elsewhere[0]?.tokenHash]);
  expect(endedBy(elsewhere.slice(1))).toEqual([]);
});

test('an organization’s own issuer ends sessions in that organization only', () => {
  const here = Array.from({ length: maxSessions }, () => sessionIn('here'));
  expect(endedBy(elsewhere, 'here')).toEqual([]);
  expect(endedBy([...elsewhere, ...here], 'here')).toEqual([here[0]?.tokenHash]);
});
