import { createBundle } from '#app/bundles/manage-bundles.ts';
import { releaseBundle, type ReleaseRequest } from '#app/bundles/release-bundle.ts';
import type { Repository } from '@scangate/domain/records';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { TestSigner } from '../evidence/test-signer.ts';
import { packageLock } from '../scans/judged-scans.ts';
import { watchWorld } from '../advisory-watch/watch-world.ts';
import { newRepository, noon, testIds } from '../world.ts';

export const otherAdvisory = osvRecord({ id: 'GHSA-other', name: 'other' });
export const leafAdvisory = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  summary: 'Leaf falls',
  events: [{ introduced: '0' }, { fixed: '1.2.0' }],
  severity: cvss(vector.critical),
});

/** The files of a commit that uses this version of one package. */
export const using = (name: string, version: string) => ({
  'package-lock.json': packageLock({ [name]: version }, { [name]: { version } }),
});

/** A bundle of two repositories, whose default branches were scanned and are watched. */
export const bundleWorld = async () => {
  const world = await watchWorld();
  const { organization, organizationId, store } = world;
  const signer = new TestSigner();
  const ports = {
    ...world.ports,
    ids: testIds,
    signer,
    verificationKeys: signer,
    publicAddress: { url: async () => 'https://scangate.example.com' },
  };
  await world.publish([otherAdvisory], noon);
  await world.watch(noon);
  const shop: Repository = world.repository;
  const api = await newRepository(store, organizationId, [['', 'npm']]);
  const scans = {
    shop: await world.scan(using('leaf', '1.0.0')),
    api: await world.scan(using('stem', '2.0.0'), {}, api),
  };
  for (const scan of Object.values(scans)) await world.follow(scan, noon);
  const caller = organization.as('owner');
  const members = [{ repositoryId: shop.repositoryId }, { repositoryId: api.repositoryId }];
  const created = await createBundle(
    { caller, request: { name: 'Shop', members }, idempotency: undefined },
    ports,
    noon,
  );
  const { bundleId } = created.body;
  const release = (request: ReleaseRequest, now = noon, given: Partial<typeof ports> = {}) =>
    releaseBundle({ caller, bundleId, request }, { ...ports, ...given }, now);
  /** Reads a stored document of a release. */
  const text = (folder: string, name: string): string => {
    const body = world.world.blobs.objects.get(
      `releases/${organizationId}/${bundleId}/${folder}/${name}.json`,
    );
    return Buffer.from(body ?? []).toString();
  };
  const document = (folder: string, name: string): unknown => JSON.parse(text(folder, name));
  return { ...world, ports, caller, bundleId, shop, api, scans, members, release, text, document };
};
