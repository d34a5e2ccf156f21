import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { idempotencyRef, rememberAnswer, requireUnanswered, Replay } from '@scangate/domain/idempotency';
import { rateLimit, rateState, rateWindow } from '@scangate/domain/rate-limit';
import { failedConditionError } from '#ports/store.ts';
import { later, noon, write } from '../support/world.ts';

const request = { organizationId: 'org', operation: 'create-scan', key: 'k', bodyHash: 'a' };
const answer = { status: 201, body: { scanId: 'first' }, headers: { Location: '/x' } };
const dayS = 24 * 60 * 60;

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('an answer under an Idempotency-Key', () => {
  const remembered = async () => {
    const store = new MemoryStore();
    await write(store, rememberAnswer(request, answer, noon));
    const found = await store.get('idempotency', idempotencyRef(request).id);
    return { store, found };
  };

  test('is replayed to the same body for a day', async () => {
    const { found } = await remembered();
    const replay = thrownBy(() => requireUnanswered(request, found, later(dayS - 1).toISOString()));
    expect(replay).toBeInstanceOf(Replay);
    expect((replay as Replay).answer).toEqual(answer);
    expect(thrownBy(() => requireUnanswered(request, found, later(dayS).toISOString()))).toBeUndefined();
  });

  test('refuses another body for as long', async () => {
    const { found } = await remembered();
    const other = { ...request, bodyHash: 'b' };
    expect(thrownBy(() => requireUnanswered(other, found, noon.toISOString()))).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('of two requests at once one writes it, and the other is told that answer', async () => {
    const { store } = await remembered();
    const second = await store.commit(rememberAnswer(request, { status: 201, body: 'second' }, later(1)));
    expect(second && (failedConditionError(second) as Replay).answer).toEqual(answer);
    const other = await store.commit(rememberAnswer({ ...request, bodyHash: 'b' }, answer, later(1)));
    expect(other && failedConditionError(other)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is replaced after its day', async () => {
    const { store } = await remembered();
    await write(store, rememberAnswer(request, { status: 201, body: 'next day' }, later(dayS)));
    expect(await store.get('idempotency', idempotencyRef(request).id)).toMatchObject({
      answer: { body: 'next day' },
      expiresAt: later(2 * dayS).toISOString(),
    });
  });

  test('is of one organization and one operation', async () => {
    const { store } = await remembered();
    for (const other of [{ organizationId: 'other' }, { operation: 'issue-token' }, { key: 'k#2' }])
      expect(await store.commit(rememberAnswer({ ...request, ...other }, answer, noon))).toBeUndefined();
    expect(store.all('idempotency')).toHaveLength(4);
  });

  test('without a key nothing is remembered and nothing refused', async () => {
    const { found } = await remembered();
    expect(rememberAnswer(undefined, answer, noon)).toEqual([]);
    expect(thrownBy(() => requireUnanswered(undefined, found, noon.toISOString()))).toBeUndefined();
  });
});

describe('the rate limit', () => {
  test('lets exactly its number of requests through in a window', () => {
    expect(rateState(1, noon)).toEqual({ remaining: 1_199, resetSeconds: 60, exceeded: false });
    expect(rateState(rateLimit.requests, later(59))).toEqual({
      remaining: 0,
      resetSeconds: 1,
      exceeded: false,
    });
    expect(rateState(rateLimit.requests + 1, noon)).toMatchObject({ remaining: 0, exceeded: true });
  });

  test('says when the next window begins: then, and not before, it is another one', () => {
    for (const offset of [0, 1, 17, 59]) {
      const { resetSeconds } = rateState(1, later(offset));
      expect(rateWindow(later(offset + resetSeconds - 1))).toBe(rateWindow(later(offset)));
      expect(rateWindow(later(offset + resetSeconds))).toBe(rateWindow(later(offset)) + 1);
    }
  });
});
