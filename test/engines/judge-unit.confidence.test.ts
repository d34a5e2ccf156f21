import { expect, test } from 'vitest';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { scanUnit } from './scan-unit.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { engineInput, inventory } from './sca/advisory-fixtures.ts';
import { unitOf } from './source-unit.ts';

const files = unitOf({
  'app/views.py':
    'from flask import request\n\ndef run(text):\n    return eval(text)\n\ndef view():\n    eval(request.args["e"])\n',
});

const scanWith = async (policy: Partial<GatePolicy>) => {
  const input = { ...engineInput(inventory([]), emptyAdvisoryIndex), files };
  return scanUnit(
    { projectUnitId: 'u', scanTypes: ['sast'], fullScope: false, skipped: [] },
    { ...input, policy: { ...input.policy, ...policy } },
  );
};

test('findings of low confidence are reported but not counted', async () => {
  const { findings, result } = await scanWith({});
  expect(findings.map((finding) => finding.kind === 'code' && finding.confidence)).toEqual([
    'low',
    undefined,
  ]);
  expect(result.counts.code).toEqual({ critical: 1, high: 0, medium: 0, low: 0, unknown: 0 });
});

test('they count when the policy says so', async () => {
  const { result } = await scanWith({ minimumConfidence: 'low' });
  expect(result.counts.code).toEqual({ critical: 1, high: 0, medium: 1, low: 0, unknown: 0 });
});
