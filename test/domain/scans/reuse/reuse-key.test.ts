import { expect, test } from 'vitest';
import { reuseKey, type KeyedUnit, type ReuseContext } from '@scangate/domain/scans/reuse/reuse-key';

const context: ReuseContext = {
  organizationId: 'o-1',
  repositoryId: 'r-1',
  fullName: 'acme/shop',
  scanTypes: ['sca', 'secrets'],
  fullScope: true,
  versions: { release: '1.0.0', secrets: '1.0.0+abc' },
  licenseData: 'sha256:1',
};
const unit: KeyedUnit = {
  path: 'api',
  type: 'npm',
  digest: 'sha256:2',
  outside: 'sha256:3',
  hasOtherUnits: true,
  lineKey: 'key',
};

const otherContexts: [string, Partial<ReuseContext>][] = [
  ['organization', { organizationId: 'o-2' }],
  ['repository', { repositoryId: 'r-2' }],
  ['name', { fullName: 'acme/store' }],
  ['types', { scanTypes: ['sca'] }],
  ['scope', { fullScope: false }],
  ['engine', { versions: { release: '1.0.0', secrets: '1.0.0+abd' } }],
  ['license data', { licenseData: 'sha256:9' }],
  ['set of published poms', { poms: 'sha256:9' }],
  ['setting to verify secrets with providers', { verifiesSecrets: true }],
];
const otherUnits: [string, Partial<KeyedUnit>][] = [
  ['path', { path: 'web' }],
  ['type', { type: 'go' }],
  ['content', { digest: 'sha256:9' }],
  ['files outside', { outside: 'sha256:9' }],
  ['neighbors', { hasOtherUnits: false }],
  ['key of lines', { lineKey: 'other' }],
];

test.each(otherContexts)('another %s of the scan gives another key', (_, change) => {
  expect(reuseKey({ ...context, ...change }, unit)).not.toBe(reuseKey(context, unit));
});

test.each(otherUnits)('another %s of the unit gives another key', (_, change) => {
  expect(reuseKey(context, { ...unit, ...change })).not.toBe(reuseKey(context, unit));
});

test('a type that does not apply to the unit does not matter, and the lines key is not part of the key', () => {
  const source = { ...unit, type: 'source' as const };
  const types = { ...context, scanTypes: ['secrets' as const] };
  expect(reuseKey(context, source)).toBe(reuseKey(types, source));
  expect(reuseKey(context, { ...unit, lineKey: 'very secret' })).toMatch(/^sha256:[0-9a-f]{64}$/);
});
