import type { Client } from '@scangate/client';

const name = 'Shop';

/** Finds or creates the demo's product of these repositories. */
export const demoBundle = async (owner: Client, repositoryIds: readonly string[]): Promise<string> => {
  const members = repositoryIds.map((repositoryId) => ({ repositoryId }));
  const { body } = await owner.call('list-bundles');
  const known = body.items.find((bundle) => bundle.name === name);
  if (!known) return (await owner.call('create-bundle', { body: { name, members } })).body.bundleId;
  const { bundleId } = known;
  if (JSON.stringify(known.members) === JSON.stringify(members)) return bundleId;
  // A repository that was connected again has another id.
  const { headers } = await owner.call('get-bundle', { params: { bundleId } });
  await owner.call('change-bundle', {
    params: { bundleId },
    body: { members },
    headers: { 'If-Match': headers.get('etag') ?? '' },
  });
  return bundleId;
};
