import { beforeEach } from 'vitest';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { trackDefaultBranch } from '@scangate/domain/tracking/default-branch-scan';
import { call, resetWorld, world, type CallOptions } from '../api/call-endpoint.ts';
import { judgedScans, packageLock } from '../scans/judged-scans.ts';
import { write } from '../world.ts';

const files = { 'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }) };

/** Sets up, before each test, an organization with a scanned repository, and calls the endpoints of bundles. */
export const bundleRequests = () => {
  const fixture = {} as { scans: Awaited<ReturnType<typeof judgedScans>> };
  beforeEach(async () => {
    resetWorld();
    const advisories = { ...emptyAdvisoryIndex, snapshotId: 'first' };
    fixture.scans = await judgedScans(world.store as MemoryStore, advisories);
    Object.assign(world, { blobs: fixture.scans.world.blobs, advisories });
  });

  const as = (role: Parameters<typeof fixture.scans.organization.as>[0]) =>
    fixture.scans.organization.as(role);
  const members = () => [{ repositoryId: fixture.scans.repository.repositoryId }];
  const create = (body: object = {}, more: CallOptions = {}) =>
    call('create-bundle', {
      caller: as('admin'),
      body: { name: 'Shop', members: members(), ...body },
      ...more,
    });
  /** Creates a bundle. @returns the path parameters that name it. */
  const bundle = async () => ({ bundleId: String((await create()).body['bundleId']) });
  /** Scans the default branch. */
  const scanned = async () => {
    const scan = await fixture.scans.scan(files);
    const { organizationId, repositoryId } = scan;
    const known = await world.store.get('followedCommit', { organizationId, repositoryId });
    await write(world.store, trackDefaultBranch(scan, known).changes);
    return scan;
  };
  /** Scans, creates a bundle and releases it. @returns the path parameters that name the release. */
  const release = async () => {
    const scan = await scanned();
    const named = await bundle();
    await call('release-bundle', { caller: as('member'), params: named, body: { version: '1.0.0' } });
    return { scan, params: { ...named, version: '1.0.0' } };
  };
  return { fixture, as, members, create, bundle, scanned, release };
};
