import { describe, expect, test } from 'vitest';
import type { Scan } from '@scangate/domain/records';
import { etagOf, gatePayloadView } from '@scangate/domain/scans/scan-views';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { noon } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const running: Scan = {
  organizationId: 'org',
  scanId: 'scan',
  repositoryId: 'repo',
  commitHash: 'a'.repeat(40),
  status: 'running',
  scanTypes: ['sca'],
  fullScope: true,
  skippedScanTypes: [],
  sourceTrigger: 'api',
  personId: 'person',
  billingAccountId: 'org',
  units: [{ projectUnitId: 'unit', path: '', type: 'npm', status: 'running', charge: { core: 1 } }],
  unitsVersion: 1,
  chargedPeriods: {},
  ...policyFields(defaultPolicy),
  createdAt: noon.toISOString(),
};

describe('the view of a scan', () => {
  test('without a verdict has the key verdict with null, and the time of the next attempt', () => {
    const view = gatePayloadView(running, 7);
    expect(view).toMatchObject({ verdict: null, reason: 'wait_timeout', retryAfter: 7 });
    expect(JSON.stringify(view)).toContain('"verdict":null');
    expect(view).not.toHaveProperty('poll');
  });

  test('has polling times when no more may wait, with growing intervals', () => {
    const poll = { path: '/v1/scans/scan', afterSeconds: [20, 20, 40, 60] };
    expect(gatePayloadView(running, 20, { isFull: true })).toMatchObject({ poll });
  });

  test('has an ETag that its values determine, not the order of its fields', () => {
    expect(etagOf({ a: 1, b: [1, 2] })).toBe(etagOf({ b: [1, 2], a: 1 }));
    expect(etagOf({ b: [2, 1], a: 1 })).not.toBe(etagOf({ a: 1, b: [1, 2] }));
    expect(etagOf({})).toMatch(/^"[0-9a-f]{32}"$/);
  });
});
