import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { idempotencyRef, rememberAnswer, requireUnanswered, Replay } from '@scangate/domain/idempotency';
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

  test('refuses another body for a day', async () => {
    const { found } = await remembered();
    const other = { ...request, bodyHash: 'b' };
    expect(thrownBy(() => requireUnanswered(other, found, noon.toISOString()))).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('is written by one of two concurrent requests, and replayed to the other', async () => {
    const { store } = await remembered();
    const second = await store.commit(rememberAnswer(request, { status: 201, body: 'second' }, later(1)));
    expect(second && (failedConditionError(second) as Replay).answer).toEqual(answer);
    const other = await store.commit(rememberAnswer({ ...request, bodyHash: 'b' }, answer, later(1)));
    expect(other && failedConditionError(other)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is replaced after a day', async () => {
    const { store } = await remembered();
    await write(store, rememberAnswer(request, { status: 201, body: 'next day' }, later(dayS)));
    expect(await store.get('idempotency', idempotencyRef(request).id)).toMatchObject({
      answer: { body: 'next day' },
      expiresAt: later(2 * dayS).toISOString(),
    });
  });

  test('belongs to one organization and one operation', async () => {
    const { store } = await remembered();
    for (const other of [{ organizationId: 'other' }, { operation: 'issue-token' }, { key: 'k#2' }])
      expect(await store.commit(rememberAnswer({ ...request, ...other }, answer, noon))).toBeUndefined();
    expect(store.all('idempotency')).toHaveLength(4);
  });

  test('is neither stored nor refused without a key', async () => {
    const { found } = await remembered();
    expect(rememberAnswer(undefined, answer, noon)).toEqual([]);
    expect(thrownBy(() => requireUnanswered(undefined, found, noon.toISOString()))).toBeUndefined();
  });
});
