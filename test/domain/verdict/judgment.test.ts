import { describe, expect, test } from 'vitest';
import {
  engineVersionsOf,
  judgmentInputNames,
  judgmentInputs,
  maxJudgments,
  withJudgment,
  type Judgment,
} from '@scangate/domain/verdict/judgment';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { UnitResult } from '@scangate/engines/model/results';
import { noCounts } from '@scangate/engines/model/finding-counts';
import { gateOf } from '#test/engines/gate-fixtures.ts';

const result = (more: Partial<UnitResult> = {}): UnitResult => ({
  projectUnitId: 'u',
  counts: noCounts(),
  coverage: [],
  inventoryDigest: 'sha256:0',
  advisorySnapshot: { id: 'a' },
  failAnyway: 0,
  waivers: [],
  suppressions: { suppressed: [], matched: [], proposed: [], unused: [] },
  engines: { sca: '1' },
  ...more,
});
const waiver = {
  waiverId: 'w',
  match: { advisory: 'A-1' },
  scope: {},
  reason: 'r',
  approvedBy: 'p',
  expiresAt: '2027-01-01T00:00:00.000Z',
};
const differing = (
  [gate, results]: readonly [GateInputs, UnitResult[]],
  [other, others]: readonly [GateInputs, UnitResult[]],
) => {
  const [one, two] = [judgmentInputs(gate, results), judgmentInputs(other, others)];
  return judgmentInputNames.filter((name) => one[name] !== two[name]);
};

describe('the inputs of a judgment', () => {
  const same: readonly [GateInputs, UnitResult[]] = [gateOf(), [result()]];
  const policy = { ...defaultPolicy, severityThreshold: 'low' as const };

  test.each([
    ['code', [gateOf(), [result({ inventoryDigest: 'sha256:1' })]]],
    ['poms', [gateOf(), [result({ pomSnapshot: { id: 'p', poms: 1 } })]]],
    ['advisories', [gateOf(), [result({ advisorySnapshot: { id: 'b' } })]]],
    ['policy', [gateOf({ policy }), [result()]]],
    ['engines', [gateOf(), [result({ engines: { sca: '2' } })]]],
    ['waivers', [gateOf({ waivers: [waiver] }), [result({ waivers: ['w'] })]]],
  ] as const)('name the change of %s alone', (name, other) => {
    expect(differing(same, other as never)).toEqual([name]);
  });

  test('do not depend on the clock, nor on a waiver that covers nothing', () => {
    const other = gateOf({ judgedAt: '2027-01-01T00:00:00.000Z', waivers: [waiver] });
    expect(differing(same, [other, [result()]])).toEqual([]);
  });

  test('depend on the clock if the policy counts days, as soon as a finding counts', () => {
    const counting = { ...defaultPolicy, ignore: { unfixable: { untilDays: 30 } } };
    const [one, other] = ['2026-01-01', '2026-02-01'].map((day) =>
      gateOf({ policy: counting, judgedAt: `${day}T00:00:00.000Z` }),
    );
    expect(differing([one!, [result()]], [other!, [result()]])).toEqual([]);
    expect(differing([one!, [result()]], [other!, [result({ failAnyway: 1 })]])).toEqual(['policy']);
  });
});

test('the versions of engines are those of all units', () => {
  expect(engineVersionsOf([result(), result({ engines: { sca: '2', secrets: '1' } }), result()])).toEqual({
    sca: ['1', '2'],
    secrets: ['1'],
  });
});

test('the oldest judgment is replaced', () => {
  const all = Array.from({ length: maxJudgments }, (_, n) => ({ inputsDigest: `${n}` }) as Judgment);
  const more = withJudgment(all, { inputsDigest: 'new' } as Judgment);
  expect(more).toHaveLength(maxJudgments);
  expect([more[0]?.inputsDigest, more.at(-1)?.inputsDigest]).toEqual(['1', 'new']);
});
