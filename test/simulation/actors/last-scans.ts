import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import type { ConnectedRepository, Organization } from './organization.ts';
import { sessionOf } from './sessions.ts';

/** A scan of the tip of a default branch, after which nothing happens any more. */
export interface LastScan {
  organizationId: string;
  repositoryId: string;
  scanId: string;
}

const everyMs = 15_000;
const tries = 40;

const scanTip = async (
  world: World,
  organization: Organization,
  { url, repositoryId }: ConnectedRepository,
): Promise<LastScan[]> => {
  const { api, git, scheduler } = world;
  const secret = await sessionOf(world, organization, ['owner', 'admin']);
  if (secret === undefined) return [];
  const commitHash = git.commit(url, 'main', git.filesOf(url));
  const body = { repositoryId, commitHash, branch: 'main' };
  const { status, body: created } = await api.call('create-scan', { secret, body, key: ids.uuid() });
  // Credits or licenses may be used up.
  if (status !== 201) return [];
  const scanId = String(created['scanId']);
  for (let count = 0; count < tries; count += 1) {
    await scheduler.sleep(everyMs);
    const { body: scan } = await api.call('get-scan', { secret, params: { scanId } });
    if (scan['status'] === 'completed')
      return [{ organizationId: organization.organizationId, repositoryId, scanId }];
  }
  return [];
};

/**
 * Scans the default branch of every repository once more, without faults: whatever follows it is what somebody gets who
 * begins today.
 */
export const scanEverything = async (world: World): Promise<LastScan[]> => {
  const all = world.organizations.flatMap((organization) =>
    organization.repositories.map((repository) => scanTip(world, organization, repository)),
  );
  return (await Promise.all(all)).flat();
};
