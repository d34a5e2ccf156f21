import { describe, expect, test } from 'vitest';
import { grantPack } from '@scangate/domain/credits/credit-packs';
import {
  kindOfPoolChange,
  returningLeases,
  type PoolChange,
} from '@scangate/domain/credits/leases/pool-change';

const id = { accountId: 'a-1', pool: 'core' } as const;
const update = (fields: object): PoolChange => ({ change: 'update', record: 'pool', id, ...fields });
const inPeriod = { field: 'periodStartAt', is: 'equal', value: '2026-03-01' } as const;

describe('the kind of a change of a pool', () => {
  test.each<[string, PoolChange]>([
    ['a debit', update({ add: { available: -2, consumed: 2 }, floor: { available: 2 } })],
    ['a refund in its period', update({ add: { available: 2, consumed: -2 }, when: [inPeriod] })],
    [
      'a debit beside grants',
      update({
        add: { available: -2, consumed: 2 },
        floor: { available: 2 },
        when: [{ field: 'promotionsVersion', is: 'equal', value: 1 }, inPeriod],
      }),
    ],
  ])('is a movement: %s', (_name, change) => {
    expect(kindOfPoolChange(change)).toBe('movement');
  });

  const pack = grantPack('a-1', { pack: 'core-100', payment: { cause: 'pack#cs_1' } }, '2026-03-10');
  test.each<[string, PoolChange]>([
    ['a pack', pack.find((change) => change.record === 'pool') as PoolChange],
    ['a refund of an earlier period', update({ add: { available: 2, included: 2 }, when: [inPeriod] })],
    ['another version of the account', update({ set: { accountVersion: 2 }, when: [inPeriod] })],
    ['a note that it is low', update({ set: { toldLowIn: '2026-03-01' }, when: [inPeriod] })],
  ])('is an addition: %s', (_name, change) => {
    expect(kindOfPoolChange(change)).toBe('addition');
  });

  test.each<[string, PoolChange]>([
    ['a refill', update({ set: { available: 5, consumed: 0 }, when: [inPeriod] })],
    [
      'a condition on the balance',
      update({ add: { purchased: 1 }, when: [{ field: 'available', is: 'atMost', value: 3 }] }),
    ],
    [
      'a refund that meets an expired grant',
      update({ add: { available: 1 }, set: { promotionsVersion: 3 } }),
    ],
    [
      'the claim of a recharge',
      {
        change: 'require',
        record: 'pool',
        id,
        when: [inPeriod, { field: 'available', is: 'atMost', value: 3 }],
      },
    ],
  ])('is a decision: %s', (_name, change) => {
    expect(kindOfPoolChange(change)).toBe('decision');
  });
});

describe('a decision that returns leases', () => {
  const held = { leaseId: 'l-1', available: 10, consumed: 3 };

  test('checks on the pool alone what was required of the whole balance', () => {
    const change = update({
      set: { available: 7 },
      floor: { available: 12 },
      when: [{ field: 'available', is: 'equal', value: 30 }, inPeriod],
    });
    expect(returningLeases(change, held)).toMatchObject({
      set: { available: 7 },
      add: { consumed: 3 },
      floor: { available: 2 },
      when: [{ field: 'available', value: 20 }, inPeriod, { field: 'leaseId', is: 'equal', value: 'l-1' }],
    });
  });

  test('refuses a condition on the balance that it cannot translate', () => {
    const change = update({ when: [{ field: 'available', is: 'present' }] });
    expect(() => returningLeases(change, held)).toThrow('no decision asks');
  });
});
