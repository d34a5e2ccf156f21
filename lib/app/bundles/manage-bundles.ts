import * as rules from '@scangate/domain/bundles/bundle-rules';
import { etagOf, requireIfMatch } from '@scangate/domain/etag';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Bundle, BundleMember } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import { loadExistingOrganization } from '../load-existing-organization.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

type Reads = 'organization' | 'bundle' | 'repository' | 'idempotency';
type Writes = 'organization' | 'bundle' | 'auditEvent' | 'idempotency';

interface BundlePorts {
  store: Pick<Store<Reads, Writes>, 'get' | 'load' | 'list' | 'commit'>;
  ids: Ids;
}

/** The bundles of an organization that were not removed. */
export const listBundles = async (
  { store }: { store: Pick<Store<'bundle'>, 'list'> },
  organizationId: string,
): Promise<Bundle[]> => {
  const all = await Array.fromAsync(
    listAll(store, { list: 'bundles', owner: { organizationId }, consistent: true }),
  );
  const order = ({ createdAt, bundleId }: Bundle): string => `${createdAt} ${bundleId}`;
  return all
    .filter(({ removedAt }) => removedAt === undefined)
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
};

/**
 * Loads a bundle, including a removed one with `evenRemoved`.
 * @throws Problem bundle_not_found
 */
export const loadBundle = async (
  { store }: { store: Pick<Store<'bundle'>, 'get'> },
  id: Pick<Bundle, 'organizationId' | 'bundleId'>,
  { evenRemoved = false }: { evenRemoved?: boolean } = {},
): Promise<Bundle> => {
  const bundle = await store.get('bundle', id, { consistent: true });
  if (!bundle || (bundle.removedAt !== undefined && !evenRemoved)) throw new Problem('bundle_not_found');
  return bundle;
};

/** Ids are compared as strings, and so is a member that is sent again in another case. */
const membersOf = (
  members: readonly { repositoryId: string; projectUnitId?: string | undefined }[],
): BundleMember[] =>
  members.map(({ repositoryId, projectUnitId }) => ({
    repositoryId: repositoryId.toLowerCase(),
    ...(projectUnitId !== undefined && { projectUnitId: projectUnitId.toLowerCase() }),
  }));

const checkMembers = async (
  { store }: Pick<BundlePorts, 'store'>,
  organizationId: string,
  members: readonly BundleMember[],
): Promise<void> => {
  const refs = members.map(
    ({ repositoryId }) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
  );
  rules.checkMembers(members, await store.load(refs));
};

interface BundleRequest {
  name: string;
  members: readonly { repositoryId: string; projectUnitId?: string | undefined }[];
}

/**
 * Creates a bundle.
 * @throws Replay, or Problem limit_reached, repository_not_found, project_unit_not_found or validation_failed
 */
export const createBundle = async (
  {
    caller,
    request,
    idempotency,
  }: { caller: Caller; request: BundleRequest; idempotency: IdempotentRequest | undefined },
  ports: BundlePorts,
  now: Date,
) => {
  const { store, ids } = ports;
  const { organizationId, personId } = caller;
  await replayStoredResponse(idempotency, store, now);
  const members = membersOf(request.members);
  await checkMembers(ports, organizationId, members);
  const bundle: Bundle = {
    organizationId,
    bundleId: ids.uuid(),
    name: request.name,
    members,
    releases: 0,
    createdAt: now.toISOString(),
    createdBy: personId,
    version: 1,
  };
  const headers = { Location: `/v1/bundles/${bundle.bundleId}`, ETag: etagOf(bundle) };
  const answer = { status: 201 as const, headers, body: rules.bundleView(bundle) };
  return retryOnConflict(limits.changeBundles, async () => {
    const organization = await loadExistingOrganization(store, organizationId);
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, answer, now),
      ...rules.createBundle(caller, { bundle, organization }),
    ]);
    return answer;
  });
};

interface BundleRef {
  caller: Caller;
  bundleId: string;
}

/** Changes the name or the members of a bundle. @throws Problem as `createBundle`, bundle_not_found or etag_mismatch */
export const changeBundle = async (
  {
    caller,
    bundleId,
    change,
    ifMatch,
  }: BundleRef & {
    change: { name?: string | undefined; members?: BundleRequest['members'] | undefined };
    ifMatch: string | undefined;
  },
  ports: Pick<BundlePorts, 'store'>,
  now: Date,
): Promise<Bundle> => {
  const { organizationId } = caller;
  const before = await loadBundle(ports, { organizationId, bundleId });
  requireIfMatch(ifMatch, etagOf(before), 'bundle');
  const members = change.members && membersOf(change.members);
  if (members) await checkMembers(ports, organizationId, members);
  const after = { ...before, name: change.name ?? before.name, members: members ?? before.members };
  const { bundle, changes } = rules.changeBundle(caller, { before, after }, now.toISOString());
  await commitOrThrow(ports.store, changes);
  return bundle;
};

/** Removes a bundle. Its releases stay readable. @throws Problem bundle_not_found or etag_mismatch */
export const removeBundle = async (
  { caller, bundleId }: BundleRef,
  ports: Pick<BundlePorts, 'store'>,
  now: Date,
): Promise<void> => {
  const { organizationId } = caller;
  const bundle = await loadBundle(ports, { organizationId, bundleId });
  const organization = await loadExistingOrganization(ports.store, organizationId);
  await commitOrThrow(ports.store, rules.removeBundle(caller, { bundle, organization }, now.toISOString()));
};
