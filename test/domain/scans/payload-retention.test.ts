import { expect, test } from 'vitest';
import { payloadNames } from '@scangate/domain/scans/payload-retention';

test('the payload of a scan includes the inputs of its judgment, its results and the assessments of its base', () => {
  const unit = { projectUnitId: 'u', path: '', type: 'npm' as const };
  const scan = { scanId: 's', units: [{ ...unit, status: 'completed' as const, charge: {} }] };
  expect(payloadNames(scan).flat()).toContain('s/gate.json');
  expect(payloadNames(scan).flat()).toContain('s/u/assessment.json');
  expect(payloadNames(scan).flat()).not.toContain('s/base/u/assessment.json');
  expect(payloadNames({ ...scan, baseUnits: [unit] }).flat()).toContain('s/base/u/assessment.json');
});
