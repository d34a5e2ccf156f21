import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { Component } from '@scangate/engines/model/component';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { severities } from '@scangate/engines/model/severity';
import { runs } from '#test/support/runs/samples.ts';
import { assessedUnit } from './assessed-fixtures.ts';
import { gateOf } from './gate-fixtures.ts';
import { component, cvss, indexOf, inventory, osvRecord, vector } from './sca/advisory-fixtures.ts';

const names = ['left', 'right', 'mid', 'leaf'];
const records = names.map((name, index) =>
  osvRecord({ id: `A-${index}`, name, severity: cvss(Object.values(vector)[index] ?? '') }),
);

const components = fc
  .array(
    fc.record({
      name: fc.constantFrom(...names),
      version: fc.constantFrom('1.0.0', '1.1.0', '1.2.0'),
      license: fc.constantFrom('MIT', 'GPL-3.0-only', 'nonsense'),
      direct: fc.boolean(),
      scope: fc.constantFrom('required' as const, 'dev' as const),
    }),
    { maxLength: 8 },
  )
  .map((parts): Component[] =>
    [...new Map(parts.map((part) => [`${part.name}@${part.version}`, part])).values()].map((part) =>
      component(part),
    ),
  );

const secret = (line: number, severity: (typeof severities)[number], sample: boolean) => ({
  kind: 'secret' as const,
  fingerprint: `f${line}`,
  severity,
  title: 'A key',
  rule: 'stripe-key',
  file: 'a.env',
  line,
  column: 1,
  redacted: 'sk_l…',
  ...(sample && { sample: true as const }),
});
const detections = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...severities), fc.boolean()),
  { maxLength: 5 },
);

const assessed = fc.tuple(components, detections).map(([list, found]) =>
  assessedUnit({
    scanTypes: ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets'],
    inventory: inventory(list),
    detections: found.map((parts) => secret(...parts)),
    coverage: [{ scanType: 'secrets', status: 'assessed', assessed: 1, gaps: [] }],
    packageLines: list.map((_, index) => index),
    engines: { secrets: '1' },
  }),
);
const gates = fc
  .record({
    severityThreshold: fc.constantFrom('critical' as const, 'low' as const),
    testFolders: fc.record({ secrets: fc.constantFrom('low' as const, 'high' as const) }),
  })
  .map((policy) => gateOf({ policy: { ...defaultPolicy, ...policy } }));

afterEach(() => {
  vi.useRealTimers();
});

describe('judging is a pure function of its inputs', () => {
  test('the same inputs give the same bytes on another day, and are not modified', async () => {
    await fc.assert(
      fc.asyncProperty(assessed, gates, fc.date({ noInvalidDate: true }), async (unit, gate, day) => {
        const [unitBefore, gateBefore] = [JSON.stringify(unit), JSON.stringify(gate)];
        const first = JSON.stringify(await judgeUnit(unit, gate, indexOf(...records)));
        vi.useFakeTimers({ now: day, toFake: ['Date'] });
        const again = await judgeUnit(structuredClone(unit), structuredClone(gate), indexOf(...records));
        vi.useRealTimers();
        expect(JSON.stringify(again)).toBe(first);
        expect([JSON.stringify(unit), JSON.stringify(gate)]).toEqual([unitBefore, gateBefore]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('the result names the version of every engine that ran', async () => {
    const unit = fc.sample(assessed, 1)[0]!;
    const { result } = await judgeUnit(unit, gateOf(), indexOf(...records));
    expect(Object.keys(result.engines).toSorted()).toEqual([...unit.scanTypes].toSorted());
    expect(result.engines.secrets).toBe('1');
    expect(result.engines.license).toMatch(/^\d+\.\d+\.\d+/);
  });
});

test('a unit with components is not judged without advisories', async () => {
  const unit = { ...fc.sample(assessed, 1)[0]!, inventory: inventory([component()]) };
  const none = { snapshotId: 'none', ecosystems: [], lookup: () => [] };
  await expect(judgeUnit(unit, gateOf(), none)).rejects.toMatchObject({
    failure: { errorCode: 'system_error' },
  });
});

test('a unit that was assessed with other custom rules of the organization is partial', async () => {
  const unit = assessedUnit({
    scanTypes: ['secrets', 'sast'],
    coverage: [
      { scanType: 'secrets', status: 'assessed', assessed: 1, gaps: [] },
      { scanType: 'sast', status: 'assessed', assessed: 1, gaps: [] },
    ],
    engines: { secrets: '1', sast: '1' },
  });
  const policy = { ...defaultPolicy, customRules: { digest: 'd', secrets: ['acme'], code: [] } };
  const coverageOf = async (gate: object) =>
    (await judgeUnit(unit, { ...gateOf(), policy, ...gate }, indexOf())).result.coverage.map(
      ({ scanType, status, gaps }) => [scanType, status, gaps.length],
    );
  expect(await coverageOf({})).toEqual([
    ['secrets', 'assessed', 0],
    ['sast', 'assessed', 0],
  ]);
  expect(await coverageOf({ rulesChanged: true })).toEqual([
    ['secrets', 'partial', 1],
    ['sast', 'assessed', 0],
  ]);
});
