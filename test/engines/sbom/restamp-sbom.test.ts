import { expect, test } from 'vitest';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { restampSbom } from '@scangate/engines/sbom/restamp-sbom';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';

const lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', license: 'MIT', integrity: `sha512-${'A'.repeat(86)}==` },
  },
};
const inventory = readUploadedLockfile('package-lock.json', JSON.stringify(lockfile));
const stamps = [
  {
    commitHash: 'a'.repeat(40),
    serialNumber: 'urn:uuid:11111111-1111-8111-8111-111111111111',
    timestamp: new Date('2026-03-10T12:00:00.000Z'),
  },
  {
    commitHash: 'b'.repeat(40),
    serialNumber: 'urn:uuid:22222222-2222-8222-8222-222222222222',
    timestamp: new Date('2026-03-11T00:00:00.123Z'),
  },
] as const;
const build = (stamp: (typeof stamps)[number]): string =>
  buildSbom({
    inventory,
    unit: { path: '', type: 'npm', name: 'acme/shop' },
    repository: { fullName: 'acme/shop' },
    ...stamp,
  });

test('a document restamped for another scan equals one that was built for it', () => {
  const [first, second] = stamps;
  expect(restampSbom(build(first), second)).toBe(build(second));
  expect(build(second)).toContain('sha512'.toUpperCase().replace('SHA', 'SHA-'));
});
