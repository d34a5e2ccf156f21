import { beforeEach } from 'vitest';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { judgedScans, packageLock } from '../scans/judged-scans.ts';
import { resetWorld, world } from './endpoint-world.ts';

/** The files of a commit whose only package has a critical vulnerability that an upgrade clears. */
export const vulnerable = {
  'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }),
};
/** The files of a commit without a finding. */
export const clean = {
  'package-lock.json': packageLock({ safe: '1' }, { safe: { version: '1.0.0' } }),
};

export const advisories = indexOf(
  osvRecord({
    id: 'GHSA-leaf',
    name: 'leaf',
    events: [{ introduced: '0' }, { fixed: '1.2.0' }],
    severity: cvss(vector.critical),
  }),
);

/** Sets up, before each test, an organization whose scans were judged, with the ports of the handlers. */
export const judgedRequests = () => {
  const fixture = {} as { scans: Awaited<ReturnType<typeof judgedScans>> };
  beforeEach(async () => {
    resetWorld();
    fixture.scans = await judgedScans(world.store as MemoryStore, advisories);
    Object.assign(world, { blobs: fixture.scans.world.blobs, advisories });
  });
  return fixture;
};
