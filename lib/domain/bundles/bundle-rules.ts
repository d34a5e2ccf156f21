import { actorOf, auditEvent, diffFields } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { countOwned } from '../organization-counters.ts';
import { etagMismatch } from '../etag.ts';
import type { Caller } from '../identity/caller.ts';
import { Problem } from '../problem.ts';
import { invalidField } from '../invalid-field.ts';
import type { Bundle, BundleMember, Instant, Organization, Repository } from '../records.ts';
import { memberKey } from './member-key.ts';

type BundleChange = Change<'bundle' | 'organization' | 'auditEvent'>;

export const maxBundles = 50;
export const maxMembers = 100;

/** A bundle as the API shows it. */
export const bundleView = ({
  organizationId: _organization,
  version: _version,
  removedAt: _removed,
  ...shown
}: Bundle) => shown;

const onConflict = () => etagMismatch('bundle');

/**
 * Checks that every member is a connected repository, or one of its units, and is named once.
 * @param repositories in the order of the members.
 * @throws Problem repository_not_found, project_unit_not_found or validation_failed
 */
export const checkMembers = (
  members: readonly BundleMember[],
  repositories: readonly (Repository | undefined)[],
): void => {
  for (const [index, member] of members.entries()) {
    const { repositoryId, projectUnitId } = member;
    const repository = repositories[index];
    if (!repository || repository.disconnectedAt !== undefined)
      throw new Problem('repository_not_found', { repositoryId });
    if (projectUnitId !== undefined && !repository.units.some((unit) => unit.projectUnitId === projectUnitId))
      throw new Problem('project_unit_not_found', { projectUnitId });
    const others = members.filter((other) => other.repositoryId === repositoryId && other !== member);
    if (others.some((other) => memberKey(other) === memberKey(member)))
      throw invalidField(`/members/${index}`, 'The bundle names this member twice.');
    if (projectUnitId !== undefined && others.some((other) => other.projectUnitId === undefined))
      throw invalidField(`/members/${index}`, 'The bundle already has the whole repository of this unit.');
  }
};

const bundleEvent = (
  caller: Caller,
  { organizationId, bundleId, version }: Bundle,
  event: Pick<Parameters<typeof auditEvent>[0], 'action' | 'at' | 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    cause: `${bundleId}#${version}`,
    target: bundleId,
    onConflict,
    ...event,
  });

/** The part of a bundle that people change. */
const changeable = ({ name, members }: Bundle) => ({ name, members });

/** Creates a bundle. @throws Problem limit_reached */
export const createBundle = (
  caller: Caller,
  { bundle, organization }: { bundle: Bundle; organization: Organization },
): BundleChange[] => {
  if ((organization.bundles ?? 0) >= maxBundles)
    throw new Problem('limit_reached', { detail: `An organization has at most ${maxBundles} bundles.` });
  return [
    { change: 'insert', record: 'bundle', item: bundle },
    countOwned(organization, 'bundles', { step: 1, most: maxBundles }),
    bundleEvent(caller, bundle, {
      action: 'bundle.created',
      at: bundle.createdAt,
      after: changeable(bundle),
    }),
  ];
};

/** The condition that a bundle has not changed since it was read. */
const asRead = ({ version }: Bundle) =>
  ({
    when: [
      { field: 'version', is: 'equal', value: version },
      { field: 'removedAt', is: 'absent' },
    ],
    onConflict,
  }) satisfies Partial<Change<'bundle'>>;

/**
 * Changes the name or the members of a bundle; its releases stay as they are. A request that changes nothing gives
 * no change.
 */
export const changeBundle = (
  caller: Caller,
  { before, after }: { before: Bundle; after: Bundle },
  now: Instant,
): { bundle: Bundle; changes: BundleChange[] } => {
  const changed = diffFields(changeable(before), changeable(after));
  if (Object.keys({ ...changed.before, ...changed.after }).length === 0)
    return { bundle: before, changes: [] };
  const bundle = { ...after, version: before.version + 1 };
  const { organizationId, bundleId, version, name, members } = bundle;
  return {
    bundle,
    changes: [
      {
        change: 'update',
        record: 'bundle',
        id: { organizationId, bundleId },
        set: { name, members, version },
        ...asRead(before),
      },
      bundleEvent(caller, bundle, { action: 'bundle.changed', at: now, ...changed }),
    ],
  };
};

/** Removes a bundle. Its releases stay readable, and are no longer watched. */
export const removeBundle = (
  caller: Caller,
  { bundle, organization }: { bundle: Bundle; organization: Organization },
  now: Instant,
): BundleChange[] => {
  const { organizationId, bundleId } = bundle;
  const version = bundle.version + 1;
  return [
    {
      change: 'update',
      record: 'bundle',
      id: { organizationId, bundleId },
      set: { removedAt: now, version },
      ...asRead(bundle),
    },
    countOwned(organization, 'bundles', { step: -1, most: maxBundles }),
    bundleEvent(
      caller,
      { ...bundle, version },
      { action: 'bundle.removed', at: now, before: changeable(bundle) },
    ),
  ];
};
