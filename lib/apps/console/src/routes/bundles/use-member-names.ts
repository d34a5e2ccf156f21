import type { ItemOf } from '@scangate/client';
import { useMemo } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { useRepositories } from '../pickers/use-repositories.ts';
import type { BundleMember } from './bundle-request.ts';

type Repository = ItemOf<'list-repositories'>;

/** Names a project unit by its folder; the root has the name of its package. */
export const unitName = ({ path, name }: Repository['projectUnits'][number]): string =>
  path === '' ? bundleMessages.rootUnit(name) : path;

/** Names members; one that is connected no more keeps its id. @returns undefined until all names are known. */
export const useMemberNames = (
  members: readonly BundleMember[],
): ((member: BundleMember) => string) | undefined => {
  const ids = useMemo(() => members.map(({ repositoryId }) => repositoryId), [members]);
  const repositories = useRepositories(ids);
  return useMemo(() => {
    if (!repositories) return undefined;
    return ({ repositoryId, projectUnitId }) => {
      const repository = repositories.get(repositoryId);
      const fullName = repository?.fullName ?? repositoryId;
      if (projectUnitId === undefined) return fullName;
      const unit = repository?.projectUnits.find((one) => one.projectUnitId === projectUnitId);
      return bundleMessages.unitOf(fullName, unit ? unitName(unit) : projectUnitId);
    };
  }, [repositories]);
};
