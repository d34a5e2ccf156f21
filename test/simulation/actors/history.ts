import { minuteMs } from '@scangate/domain/instant';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, idIn, managers, type Act } from './actions.ts';
import type { Organization } from './organization.ts';

const lookMs = 2 * minuteMs;
const mostLooks = 20;

interface Watched {
  world: World;
  organization: Organization;
  params: { repositoryId: string; historyScanId: string };
}

/** Looks at a history scan until it is no longer in a status. @returns the next one; undefined where it takes too long. */
const awaitStatus = async (
  { world, organization, params }: Watched,
  status: string,
): Promise<string | undefined> => {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await world.scheduler.sleep(lookMs);
    const answer = await callAs({ world, organization, roles: managers }, 'get-history-scan', { params });
    const { body: { status: found } = {} } = answer ?? {};
    if (answer?.status === 200 && found !== status) return String(found);
    if (answer?.status === 404 || !answer) return undefined;
  }
  return undefined;
};

/** Has the history of a repository quoted, and often looked at. A look is canceled now and then. */
export const scanHistory: Act = async (world, organization) => {
  const { scheduler } = world;
  if (organization.repositories.length === 0) return;
  const { repositoryId } = scheduler.pick(organization.repositories);
  const as = { world, organization, roles: managers };
  const quote = await callAs(as, 'quote-history-scan', { params: { repositoryId }, key: ids.uuid() });
  const [historyScanId] = idIn(quote, 'historyScanId');
  if (historyScanId === undefined) return;
  const watched = { world, organization, params: { repositoryId, historyScanId } };
  if (scheduler.random() < 0.1) await callAs(as, 'cancel-history-scan', { params: watched.params });
  if ((await awaitStatus(watched, 'quoting')) !== 'quoted' || scheduler.random() < 0.1) return;
  const call = { params: { repositoryId }, body: { historyScanId }, key: ids.uuid() };
  const begun = await callAs(as, 'start-history-scan', call);
  // An answer that was lost is asked for again.
  if (begun && begun.status >= 500) await callAs(as, 'start-history-scan', call);
  if (scheduler.random() < 0.15) {
    await scheduler.sleep(scheduler.draw(minuteMs));
    await callAs(as, 'cancel-history-scan', { params: watched.params });
  }
  await awaitStatus(watched, 'running');
};
