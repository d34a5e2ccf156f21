import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { ChatRule } from '@scangate/domain/integrations/kinds/chat-settings';
import { ChatWorld } from '#test/support/integrations/chat-world.ts';

let world: ChatWorld;
beforeEach(() => {
  world = new ChatWorld();
});
const many = async (count: number) => {
  for (let number = 0; number < count; number += 1) await world.emit();
};
const digest: ChatRule[] = [{ types: ['*'], mode: 'digest' }];
const failing =
  (reason: 'unavailable' | 'limited' | 'refused' | 'gone', more: object = {}) =>
  () => ({
    failure: new ProviderFailure({ reason, detail: 'code', cause: 'status', status: 400, ...more }),
    isPosted: false,
  });

test('without rules every event is a message, with a link to the service', async () => {
  await world.begin();
  await many(2);
  const outcomes = await world.deliver();
  expect(outcomes).toMatchObject([{ kind: 'delivered', attempt: { status: 200 } }, { kind: 'delivered' }]);
  expect(world.titles()).toEqual(['FAIL: repository-1', 'FAIL: repository-2']);
  expect(world.messages[0]?.link?.url).toBe('https://scangate.example.com/console');
});

test('the first matching rule decides: by type, repository and severity; without a match nothing is posted', async () => {
  await world.begin([
    { types: ['scan.*'], repositoryIds: ['repository-1'], mode: 'each' },
    { types: ['scan.*'], minimumSeverity: 'critical', mode: 'digest' },
  ]);
  await many(2);
  await world.emit({ about: { repositoryId: 'other', severity: 'low' } });
  await world.emit({ type: 'credits.low', data: {}, about: {} });
  const outcomes = await world.deliver();
  expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'later', 'delivered', 'delivered']);
  expect(world.titles()).toEqual(['FAIL: repository-1']);
});

describe('a digest', () => {
  test('one message after the full hour has all events of the hour, and none of the next', async () => {
    await world.begin(digest);
    await many(5);
    expect(await world.deliver()).toMatchObject(
      Array.from({ length: 5 }, () => ({ kind: 'later', at: '2026-03-01T10:00:00.000Z' })),
    );
    world.move(50 * minuteMs);
    await world.emit();
    await world.deliver();
    expect(world.titles()).toEqual(['5 events before 10:00 UTC']);
    expect(world.messages[0]?.lines).toHaveLength(5);
    expect(await world.states()).toEqual({ delivered: 5, waiting: 1 });
    world.move(hourMs);
    await world.deliver();
    expect(world.titles()).toEqual(['5 events before 10:00 UTC', '1 event before 11:00 UTC']);
  });

  test('a run that is cut off after the message posts nothing twice', async () => {
    await world.begin(digest);
    await many(6);
    world.move(hourMs);
    await world.deliver({ isCutOff: true });
    expect(await world.states()).toEqual({ waiting: 6 });
    world.move(minuteMs);
    await world.deliver();
    expect(world.messages).toHaveLength(1);
    expect(await world.states()).toEqual({ delivered: 6 });
  });

  test('a replayed event is sent at once, in its own message', async () => {
    await world.begin(digest);
    const sequence = await world.emit();
    world.move(hourMs);
    await world.deliver();
    const id = { organizationId: 'o-1', subscriberId: 'sub-1', sequence };
    await world.store.commit([
      {
        change: 'update',
        record: 'delivery',
        id,
        set: {
          state: 'waiting',
          replayed: true,
          nextAttemptAt: world.now,
          dueAt: world.now,
          dueQueue: 'delivery#o-1#sub-1',
        },
      },
    ]);
    await world.deliver();
    expect(world.titles()).toEqual(['1 event before 10:00 UTC', 'FAIL: repository-1']);
  });

  test('a message that failed is retried with one delivery; the others wait, and are sent with it', async () => {
    await world.begin(digest);
    await many(4);
    world.move(hourMs);
    world.onPost = failing('unavailable');
    const outcomes = await world.deliver();
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'later', 'later', 'later']);
    world.onPost = () => undefined;
    world.move(2 * minuteMs);
    await world.deliver();
    expect(world.titles()).toEqual(['4 events before 10:00 UTC']);
    expect(await world.states()).toEqual({ delivered: 4 });
  });
});

describe('the hourly limit', () => {
  test('allows 30 messages, and one line for the rest in the next hour', async () => {
    await world.begin();
    await many(47);
    const outcomes = await world.deliver();
    expect(outcomes.filter(({ kind }) => kind === 'delivered')).toHaveLength(30);
    expect(outcomes.at(-1)).toEqual({ kind: 'later', at: '2026-03-01T10:00:00.000Z' });
    world.move(10 * minuteMs);
    await world.emit();
    await world.deliver();
    expect(world.messages).toHaveLength(30);
    world.move(hourMs);
    await world.deliver();
    expect(world.messages).toHaveLength(31);
    expect(world.titles().at(-1)).toBe('18 events more between 09:00 and 10:00 UTC: 18 scan.completed');
    expect(world.messages.at(-1)?.lines).toEqual([]);
    expect(await world.states()).toEqual({ delivered: 48 });
    await world.emit();
    await world.deliver();
    expect(world.titles().at(-1)).toBe('FAIL: repository-49');
  });

  test('applies to runs that were cut off: no message is lost, and none is sent beyond it', async () => {
    await world.begin();
    await many(40);
    await world.deliver({ isCutOff: true });
    expect(world.messages).toHaveLength(30);
    await world.deliver();
    expect(world.messages).toHaveLength(30);
    world.move(hourMs);
    await world.deliver();
    // It is unknown which of the 30 were seen, so the line counts all of them.
    expect(world.titles().at(-1)).toBe('40 events more between 09:00 and 10:00 UTC: 40 scan.completed');
    expect(await world.states()).toEqual({ delivered: 40 });
  });

  test('counts messages that failed: a receiver that recovers is not flooded', async () => {
    await world.begin();
    await many(31);
    world.onPost = failing('unavailable');
    await world.deliver();
    world.onPost = () => undefined;
    world.move(5 * minuteMs);
    await world.deliver();
    expect(world.messages).toEqual([]);
    world.move(hourMs);
    await world.deliver();
    expect(world.messages).toHaveLength(1);
    expect(await world.states()).toEqual({ delivered: 31 });
  });
});

describe('crash points', () => {
  /** Cuts a run off at the n-th write, before or after it. */
  const cutAt = (place: number, when: 'before' | 'after') => {
    let writes = 0;
    const { store } = world;
    const commit: typeof store.commit = async (changes) => {
      writes += 1;
      if (writes === place && when === 'before') throw new Error('cut off');
      const failed = await store.commit(changes);
      if (writes === place) throw new Error('cut off');
      return failed;
    };
    return { load: store.load, listDue: store.listDue, commit };
  };

  test.each([
    [1, 'before', 1],
    [1, 'after', 1],
    [2, 'before', 2],
    [2, 'after', 1],
  ] as const)(
    'a digest cut off at write %i, %s it, is posted %i times and never lost',
    async (place, when, times) => {
      await world.begin(digest);
      await many(3);
      world.move(hourMs);
      const sender = world.sender(cutAt(place, when));
      await expect(world.deliver({ sender, isCutOff: true })).rejects.toThrow('cut off');
      await world.deliver();
      expect(world.messages).toHaveLength(times);
      expect(new Set(world.titles())).toEqual(new Set(['3 events before 10:00 UTC']));
      expect(await world.states()).toEqual({ delivered: 3 });
    },
  );

  test('another run that took the lease stops this one before it posts', async () => {
    await world.begin();
    await world.emit();
    const { organizationId, subscriberId } = { organizationId: 'o-1', subscriberId: 'sub-1' };
    const sender = world.sender();
    const stolen = {
      send: async (sending: Parameters<typeof sender.send>[0]) => {
        await world.store.commit([
          {
            change: 'update',
            record: 'subscriber',
            id: { organizationId, subscriberId },
            set: { leaseHolder: 'another' },
          },
        ]);
        return sender.send(sending);
      },
    };
    await expect(world.deliver({ sender: stolen })).rejects.toThrow('another run');
    expect(world.messages).toEqual([]);
  });
});

test.each([
  ['refused', { kind: 'stop', cause: 'credential_refused' }],
  ['gone', { kind: 'stop', cause: 'gone' }],
  ['limited', { kind: 'failed', retryAfterSeconds: 30 }],
  ['unavailable', { kind: 'failed' }],
] as const)('a provider that answers %s', async (reason, outcome) => {
  await world.begin();
  await world.emit();
  world.onPost = failing(reason, reason === 'limited' ? { retryAfterSeconds: 30 } : {});
  expect(await world.deliver()).toMatchObject([
    { ...outcome, attempt: { status: 400, cause: 'status', excerpt: 'code' } },
  ]);
});
