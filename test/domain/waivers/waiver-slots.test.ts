import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Waiver, WaiverSlot } from '@scangate/domain/records';
import { waiverStates } from '@scangate/domain/waivers/waiver-records';
import { activeWaivers, alreadyFree, freeSlots, maxWaivers } from '@scangate/domain/waivers/waiver-slots';
import { applyWaivers } from '@scangate/engines/waivers/match-waiver';
import type { Finding } from '@scangate/engines/model/finding';
import { problemOf } from '#test/support/problem-of.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 2, 10, 12, 0, second)).toISOString();

const waiverOf = (slot: number, more: Partial<Waiver>): Waiver => ({
  organizationId: 'o',
  waiverId: `w-${slot}`,
  kind: 'manual',
  match: { fingerprint: '1'.repeat(32) },
  scope: {},
  reason: 'r',
  status: 'approved',
  version: 1,
  slot,
  createdAt: at(0),
  createdBy: 'p-1',
  approvedBy: 'p-2',
  expiresAt: at(30),
  ...more,
});
const slotOf = (waiver: Waiver, freeAt = waiver.expiresAt): WaiverSlot => ({
  organizationId: 'o',
  slot: waiver.slot,
  waiverId: waiver.waiverId,
  freeAt,
  waiver,
});

const finding = { kind: 'secret', fingerprint: '1'.repeat(32), rule: 'r', file: 'f' } as Finding;
const unit = { projectUnitId: 'u', path: '' };

test('whatever the slots hold, only an approved waiver before its expiry covers a finding', () => {
  const anyWaiver = fc.record({
    status: fc.constantFrom(...waiverStates),
    expires: fc.nat(60),
    isApproved: fc.boolean(),
    repositoryId: fc.option(fc.constantFrom('here', 'elsewhere'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(anyWaiver, { maxLength: 5 }), fc.nat(60), (chosen, now) => {
      const slots = chosen.map(({ status, expires, isApproved, repositoryId }, index) => {
        const { approvedBy, ...waiver } = waiverOf(index, {
          status,
          expiresAt: at(expires),
          scope: { ...(repositoryId && { repositoryId }) },
        });
        return slotOf(isApproved ? { ...waiver, approvedBy: approvedBy ?? '' } : waiver);
      });
      const waivers = activeWaivers(slots, 'here', at(now));
      const [judged] = applyWaivers([finding], { unit, waivers, judgedAt: at(now) });
      const covers = chosen.some(
        ({ status, expires, isApproved, repositoryId }) =>
          status === 'approved' && isApproved && expires > now && repositoryId !== 'elsewhere',
      );
      expect(judged?.waived !== undefined).toBe(covers);
    }),
  );
});

describe('the free slots', () => {
  test('are those without a waiver, and those whose waiver expired or ended', () => {
    const slots = [
      slotOf(waiverOf(0, {})),
      slotOf(waiverOf(1, { expiresAt: at(10) })),
      slotOf(waiverOf(2, {}), alreadyFree),
    ];
    expect(freeSlots(slots, 3, at(10))).toEqual([1, 2, 3]);
    expect(freeSlots(slots, 2, at(9))).toEqual([2, 3]);
  });

  test('too_many_waivers: are at most 1,000', () => {
    const slots = Array.from({ length: maxWaivers - 1 }, (_, index) => slotOf(waiverOf(index, {})));
    expect(freeSlots(slots, 1, at(0))).toEqual([999]);
    expect(problemOf(() => freeSlots(slots, 2, at(0))).code).toBe('too_many_waivers');
  });
});
