import {
  publishRelease,
  releaseExists,
  requireRoomForRelease,
  supportEnd,
} from '@scangate/domain/bundles/release-rules';
import { storedCommitHash } from '@scangate/domain/repositories/commit-hash';
import { emitEvent, type Listening } from '@scangate/domain/events/emit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import { invalidField } from '@scangate/domain/invalid-field';
import type { Bundle, Release } from '@scangate/domain/records';
import { watchPositionKey } from '@scangate/domain/advisory-watch/watch-position';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadExistingOrganization } from '../load-existing-organization.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { IndexUnitPorts } from '../components/index-unit.ts';
import { indexRelease } from './index-release.ts';
import { loadBundle } from './manage-bundles.ts';
import { prepareRelease, type PreparePorts } from './prepare-release.ts';
import { findMemberScans, type MemberStore } from './release-members.ts';

export interface ReleasePorts extends PreparePorts {
  store: PreparePorts['store'] &
    MemberStore['store'] &
    IndexUnitPorts['store'] &
    Pick<Store<'bundle' | 'release' | 'organization' | 'watchPosition'>, 'get'> &
    Pick<
      Store<'release' | 'attestation' | 'bundle' | 'watchPosition' | 'auditEvent' | 'storedEvent'>,
      'commit'
    >;
  blobs: PreparePorts['blobs'] & IndexUnitPorts['blobs'];
  ids: Ids;
}

export interface ReleaseRequest {
  version: string;
  /** The commits by repository; by default the newest of the default branch. */
  commits?: Readonly<Record<string, string>> | undefined;
  supportUntil?: string | undefined;
}

/** @throws Problem validation_failed when a repository is not a member. */
const commitsOf = (
  { members }: Bundle,
  commits: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const named = Object.entries(commits).map(
    ([id, hash]) => [id.toLowerCase(), storedCommitHash(hash)] as const,
  );
  const foreign = named.find(([id]) => !members.some(({ repositoryId }) => repositoryId === id));
  if (foreign) throw invalidField(`/commits/${foreign[0]}`, 'This repository is not a member of the bundle.');
  return Object.fromEntries(named);
};

const releasedEvent = (organization: Listening, bundle: Bundle, release: Release) => {
  const { bundleId, releaseVersion: version, releasedAt: at, supportUntil, verdict, members } = release;
  return emitEvent(organization, {
    type: 'bundle.released',
    cause: `${bundleId}#${version}`,
    at,
    data: {
      bundleId,
      name: bundle.name,
      version,
      supportUntil,
      verdict,
      members: members.length,
      link: `/v1/bundles/${bundleId}/releases/${version}`,
    },
  });
};

/**
 * Releases a version of a bundle: judges the scan of each member by one policy and one snapshot of advisories, and
 * freezes the merged documents, signed. The row is written last, so that an interrupted release does not exist and
 * can be repeated.
 * @throws Problem bundle_not_found, release_exists, limit_reached, member_not_scanned, validation_failed or
 * proof_too_large
 */
export const releaseBundle = async (
  { caller, bundleId, request }: { caller: Caller; bundleId: string; request: ReleaseRequest },
  ports: ReleasePorts,
  now: Date,
): Promise<Release> => {
  const { store } = ports;
  const { organizationId } = caller;
  const ref = { organizationId, bundleId, releaseVersion: request.version };
  return retryOnConflict(limits.releaseBundle, async () => {
    const bundle = await loadBundle(ports, ref);
    const organization = await loadExistingOrganization(store, organizationId);
    if (await store.get('release', ref, { consistent: true })) throw releaseExists();
    requireRoomForRelease(bundle);
    const releasedAt = now.toISOString();
    const supportUntil = supportEnd(request.supportUntil, releasedAt);
    const found = await findMemberScans(bundle, commitsOf(bundle, request.commits), ports);
    const position = await store.get('watchPosition', watchPositionKey, { consistent: true });
    const draft = {
      ref: { ...ref, folder: ports.ids.uuid() },
      bundle,
      organization,
      releasedAt,
      supportUntil,
    };
    const { release, attestation, packages } = await prepareRelease(draft, found, { ports, caller, now });
    await indexRelease({ release, packages }, ports, releasedAt);
    await commitOrThrow(store, [
      ...publishRelease(caller, { release, attestation, bundle, position }),
      ...releasedEvent(organization, bundle, release),
    ]);
    return release;
  });
};
