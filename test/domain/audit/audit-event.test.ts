import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { actorOf, auditEvent, auditEventView, diffFields } from '@scangate/domain/audit/audit-event';
import { addMember, changeRole, removeMember } from '@scangate/domain/identity/members';
import type { Member } from '@scangate/domain/records';
import { roles } from '@scangate/domain/identity/roles';
import { addressIn } from '#test/support/store/refuse-addresses.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

const at = noon.toISOString();
const event = (more: Partial<Parameters<typeof auditEvent>[0]> = {}) =>
  auditEvent({
    organizationId: 'o',
    at,
    action: 'gate.changed',
    actor: { kind: 'system' },
    cause: '2',
    ...more,
  });
const idOf = (change: ReturnType<typeof event>) => change.change === 'insert' && change.item.eventId;

describe('the id of an event', () => {
  test('follows from organization, action and cause', () => {
    const first = idOf(event());
    expect(idOf(event({ actor: { kind: 'operator' }, after: { a: 1 } }))).toBe(first);
    for (const other of [{ organizationId: 'p' }, { action: 'plan.changed' as const }, { cause: '3' }])
      expect(idOf(event(other))).not.toBe(first);
  });

  test('differs for each action, even when a member gets the same role again', async () => {
    const store = new MemoryStore();
    const { organizationId, as } = await newOrganization(store);
    const owner = as('owner');
    const personId = testIds.uuid();
    const member: Member = { organizationId, personId, email: 'a@example.com', role: 'member', joinedAt: at };
    await write(store, addMember(actorOf(owner), member));
    for (let second = 1; second <= 4; second++) {
      const before = { ...member, role: second % 2 ? 'member' : 'admin' } as const;
      const after = second % 2 ? 'admin' : 'member';
      await write(
        store,
        changeRole({ actor: actorOf(owner), member: before, role: after, now: later(second).toISOString() }),
      );
    }
    await write(store, removeMember(actorOf(owner), member, { now: later(5).toISOString() }));
    const ids = store.all('auditEvent').map(({ eventId }) => eventId);
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });

  test('an action with the cause of another one at the same instant is refused', async () => {
    const store = new MemoryStore();
    const { organizationId, as } = await newOrganization(store);
    const { personId } = as('member');
    const changeTo = async (role: 'member' | 'admin') => {
      const member = await store.get('member', { organizationId, personId });
      return store.commit(changeRole({ actor: actorOf(as('owner')), member: member!, role, now: at }));
    };
    await changeTo('admin');
    await changeTo('member');
    const failure = await changeTo('admin');
    expect(failure?.change.onConflict?.(undefined as never)).toMatchObject({ code: 'conflict' });
    expect((await store.get('member', { organizationId, personId }))?.role).toBe('member');
    expect(store.all('auditEvent')).toHaveLength(2);
  });
});

test('an event names only person, role and token id of the actor', async () => {
  const { as } = await newOrganization(new MemoryStore());
  for (const role of roles) {
    const caller = as(role);
    const { personId, tokenId } = caller;
    expect(actorOf(caller)).toEqual({ kind: 'person', personId, role, tokenId });
  }
});

test('a view has all fields of an event but the organization', () => {
  const stored = event({ target: 't', before: { a: 1 } });
  if (stored.change !== 'insert') throw new Error('an event is inserted');
  const { organizationId, ...view } = stored.item;
  expect(organizationId).toBe('o');
  expect(auditEventView(stored.item)).toEqual(view);
});

describe('diffFields', () => {
  const leaf = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.array(fc.integer({ min: 0, max: 2 })),
    fc.string(),
  );
  const fields = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(leaf, fc.dictionary(fc.constantFrom('x', 'y'), leaf)),
  );
  const merge = (base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> => {
    const merged = { ...base };
    for (const [name, value] of Object.entries(over)) {
      const isPlain = value !== null && typeof value === 'object' && !Array.isArray(value);
      merged[name] =
        isPlain && typeof merged[name] === 'object'
          ? merge(merged[name] as Record<string, unknown>, value as Record<string, unknown>)
          : value;
    }
    return merged;
  };

  test('is empty for equal views', () => {
    fc.assert(
      fc.property(fields, (view) => {
        expect(diffFields(view, structuredClone(view))).toEqual({ before: {}, after: {} });
      }),
    );
  });

  test('turns the view before into the view after, where no field was removed', () => {
    fc.assert(
      fc.property(fields, fields, (before, change) => {
        const after = merge(before, change);
        expect(merge(before, diffFields(before, after).after)).toEqual(after);
      }),
    );
  });

  test('has exactly the fields that differ, including nested ones', () => {
    const before = { kept: [1], list: ['a'], inner: { kept: 1, changed: 1 }, gone: true };
    const after = { kept: [1], list: ['a', 'b'], inner: { kept: 1, changed: 2 }, come: true };
    expect(diffFields(before, after)).toEqual({
      before: { list: ['a'], inner: { changed: 1 }, gone: true },
      after: { list: ['a', 'b'], inner: { changed: 2 }, come: true },
    });
  });
});

test('the test stores refuse an audit event with a mail address, but not one with a package name', async () => {
  const { organizationId, as } = await newOrganization(new MemoryStore());
  const [change] = changeRole({
    actor: actorOf(as('owner')),
    member: {
      organizationId,
      personId: testIds.uuid(),
      email: 'a@example.com',
      role: 'member',
      joinedAt: at,
    },
    role: 'admin',
    now: at,
  }).filter(({ record }) => record === 'auditEvent');
  expect([
    change && addressIn(change),
    addressIn(event({ after: { purl: 'pkg:npm/%40a/b@1.2.3' } })),
  ]).toEqual([undefined, undefined]);
  const wrong = event({ after: { by: ['Ada <ada@example.com>'] } });
  expect(addressIn(wrong)).toBe('ada@example.com');
  await expect(new MemoryStore().commit([wrong])).rejects.toThrow('an audit event holds the address');
});
