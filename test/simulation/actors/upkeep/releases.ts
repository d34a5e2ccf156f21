import { ids } from '#test/simulation/outside/ids.ts';
import { callAs, idIn, managers, type Act } from '../actions.ts';

/** Lists repositories of which a scan has completed; a bundle of others cannot be released. */
const scannedRepositories = async (as: Parameters<typeof callAs>[0]): Promise<string[]> => {
  const listed = await callAs(as, 'list-scans', { query: { status: 'completed', branch: 'main' } });
  const items = (listed?.body['items'] ?? []) as { repositoryId: string }[];
  return [...new Set(items.map(({ repositoryId }) => repositoryId))];
};

/** Somebody bundles repositories, and releases a version, now and then twice, which is read again. */
export const releaseBundle: Act = async (world, organization) => {
  const { made, taint } = organization;
  const as = { world, organization, roles: managers };
  const members = (await scannedRepositories(as)).slice(0, 2).map((repositoryId) => ({ repositoryId }));
  if (members.length === 0) return;
  const [newest] = made.bundle.slice(-1);
  const isNew = newest === undefined || world.scheduler.random() < 0.3;
  const [bundleId] = isNew
    ? idIn(
        await callAs(as, 'create-bundle', { body: { name: `Bundle of ${taint}`, members }, key: ids.uuid() }),
        'bundleId',
      )
    : [newest];
  if (bundleId === undefined) return;
  if (isNew) made.bundle.push(bundleId);
  const version = `1.${world.scheduler.draw(40)}.0`;
  const release = () => callAs(as, 'release-bundle', { params: { bundleId }, body: { version } });
  await release();
  // Another job releases the same.
  if (world.scheduler.random() < 0.4) await release();
  await callAs(as, 'get-release', { params: { bundleId, version } });
};
