import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';

export type Bundle = BodyOfResponse<'get-bundle', 200>;
type BundleBody = ArgumentsOf<'create-bundle'>[0]['body'];

/** A repository of a bundle, or one of its project units. */
export interface BundleMember {
  repositoryId: string;
  projectUnitId?: string | undefined;
}

/** A bundle as the form has it. */
export interface BundleRequest {
  name: string;
  members: readonly BundleMember[];
}

/** The fields that cannot be sent as they are. */
export const bundleErrors = ({ name, members }: BundleRequest) => ({
  name: name.trim() === '',
  members: members.length === 0,
});
export type BundleErrors = ReturnType<typeof bundleErrors>;

/** The request of a form without errors. */
export const bundleBody = ({ name, members }: BundleRequest): BundleBody => ({
  name: name.trim(),
  members: members.map(({ repositoryId, projectUnitId }) => ({
    repositoryId,
    ...(projectUnitId !== undefined && { projectUnitId }),
  })),
});

/** A repository is in a bundle once as a whole, or by some of its units. */
export const keyOfMember = ({ repositoryId, projectUnitId = '' }: BundleMember): string =>
  `${repositoryId} ${projectUnitId}`;
