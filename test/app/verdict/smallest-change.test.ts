import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSmallestChange } from '#app/verdict/smallest-change.ts';
import { explanationOfMany } from '#test/bench-engines/understanding.ts';
import { gateOf } from '#test/engines/gate-fixtures.ts';
import {
  component,
  cvss,
  engineInput,
  indexOf,
  inventory,
  osvRecord,
  vector,
} from '#test/engines/sca/advisory-fixtures.ts';
import { fullScan } from '#test/support/full-scan.ts';
import { processorMs } from '#test/support/processor-time.ts';
import { assessUnit } from '@scangate/engines/assess-unit';
import { applyDependencyChanges } from '@scangate/engines/dependency-changes/apply-dependency-changes';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { failsGate } from '@scangate/domain/reports/finding-description';
import { runs } from '#test/support/runs/samples.ts';

const records = [
  osvRecord({
    id: 'A-1',
    name: 'p1',
    events: [{ introduced: '0' }, { fixed: '2.0.0' }],
    severity: cvss(vector.critical),
  }),
  osvRecord({ id: 'A-2', name: 'p2', events: [{ introduced: '0' }], severity: cvss(vector.critical) }),
  // The only version above the fixed one has another vulnerability.
  osvRecord({
    id: 'A-3',
    name: 'p3',
    events: [{ introduced: '0' }, { fixed: '1.5.0' }],
    severity: cvss(vector.critical),
  }),
  osvRecord({ id: 'A-4', name: 'p3', events: [{ introduced: '1.5.0' }], severity: cvss(vector.critical) }),
  osvRecord({
    id: 'A-5',
    name: 'p4',
    events: [{ introduced: '0' }, { fixed: '3.0.0' }],
    severity: cvss(vector.low),
  }),
];
const advisories = indexOf(...records);
const names = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

/** Any graph over six packages, with cycles; some packages are refused because of their license. */
const units = fc
  .record({
    direct: fc.subarray(names, { minLength: 1 }),
    edges: fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 10 }),
    copyleft: fc.subarray(['p0', 'p5']),
    local: fc.subarray(['p0']),
  })
  .map(({ direct, edges, copyleft, local }) =>
    inventory(
      names.map((name) =>
        component({
          name,
          ref: name,
          direct: direct.includes(name),
          dependsOn: [...new Set(edges.filter(([from]) => from === name).map(([, to]) => to))],
          license: copyleft.includes(name) ? 'GPL-3.0-only' : 'MIT',
          ...(local.includes(name) && { local: true as const }),
        }),
      ),
    ),
  );

const request = {
  projectUnitId: 'u-1',
  scanTypes: ['sca' as const, 'license' as const],
  fullScope: true,
  skipped: [],
};
const scan = { ...fullScan, units: fullScan.units.slice(0, 1), scanTypes: request.scanTypes };
const gate = gateOf({ policy: defaultPolicy });

test('every proposal passes when it is judged, and each of its changes is needed', async () => {
  await fc.assert(
    fc.asyncProperty(units, async (of) => {
      const unit = await assessUnit(request, engineInput(of, advisories));
      const found = await findSmallestChange(
        scan,
        { units: [async () => unit], gate },
        { advisories: { load: async () => advisories } },
      );
      expect(found.after.verdict).toBe('PASS');
      expect(found.remains).toEqual([]);
      const changes = found.changes.map((change) => ({ ...change, ref: change.packageName }));
      for (const left of changes) {
        const without = applyDependencyChanges(
          unit,
          changes.filter((change) => change !== left),
        );
        const { findings } = await judgeUnit(without, gate, advisories);
        expect(findings.some((finding) => failsGate(finding, defaultPolicy))).toBe(true);
      }
    }),
    { numRuns: runs(150) },
  );
});

test('1,500 packages are explained within a second of CPU time', async () => {
  const { explain } = await explanationOfMany();
  expect(await explain()).toBeGreaterThan(40);
  const started = processorMs();
  await explain();
  expect(processorMs() - started).toBeLessThan(1000);
});
