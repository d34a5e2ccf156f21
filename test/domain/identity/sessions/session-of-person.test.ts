import { expect, test } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { endSessions } from '@scangate/domain/identity/sessions/session-of-person';
import type { Token } from '@scangate/domain/records';

const caller = { organizationId: 'a', personId: 'p', role: 'owner', tokenId: 'session of a' } as Caller;
const sessionIn = (organizationId: string) =>
  ({ organizationId, personId: 'p', tokenId: `other session of ${organizationId}`, tokenHash: 'h' }) as Token;

test('an organization learns nothing of the one from which its member ends a session', () => {
  const ended = endSessions(
    { caller, person: undefined, tokens: [sessionIn('a'), sessionIn('b')] },
    '2026-01-01T00:00:00.000Z',
  );
  const events = ended.flatMap((one) =>
    one.change === 'insert' && one.record === 'auditEvent' ? [one.item] : [],
  );
  expect(events.map(({ organizationId, actor }) => [organizationId, actor])).toEqual([
    ['a', { kind: 'person', personId: 'p', role: 'owner', tokenId: 'session of a' }],
    ['b', { kind: 'person', personId: 'p' }],
  ]);
});
