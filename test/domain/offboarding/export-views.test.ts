import { expect, test } from 'vitest';
import { exportLine } from '@scangate/domain/offboarding/export-views';
import { fullScan } from '#test/support/full-scan.ts';
import { noon } from '#test/support/world.ts';

test('a person is exported without their other organizations, and without hashes of secrets', () => {
  const at = noon.toISOString();
  const known = { personId: 'person', email: 'somebody@example.com', createdAt: at };
  const line = exportLine('person', {
    ...known,
    identities: ['hash'],
    signedUpOrganizationId: 'elsewhere',
    sessions: [{ tokenHash: 'hash', tokenId: 'id', organizationId: 'elsewhere', expiresAt: at }],
    sessionsVersion: 3,
  });
  expect(JSON.parse(line ?? '')).toEqual(known);
});

test('a scan is exported without telling whether it was counted as active', () => {
  const line = exportLine('scan', fullScan) ?? '';
  expect(JSON.parse(line)).toMatchObject({ scanId: fullScan.scanId });
  expect(line).not.toContain('counted');
});
