import type { World } from '#test/simulation/start/world.ts';
import { callAs, managers, type Act } from '../actions.ts';
import type { ApiAnswer } from '../api.ts';
import { connectRepository } from '../pipeline.ts';

/** Disconnects a repository and connects another one. Some job still requests a scan of the former. */
export const replaceRepository: Act = async (world, organization) => {
  const { repositories } = organization;
  const [oldest] = repositories;
  if (!oldest) return;
  const as = { world, organization, roles: managers };
  const { repositoryId, url } = oldest;
  const answer = await callAs(as, 'disconnect-repository', { params: { repositoryId } });
  // Where an answer was lost, it may have been disconnected: its scans are refused from then on.
  const isOver = answer?.status === 204 || answer?.status === 404;
  if (isOver && repositories.includes(oldest)) repositories.splice(repositories.indexOf(oldest), 1);
  await connectRepository(world, organization);
  const commitHash = world.git.commit(url, 'main', world.git.filesOf(url));
  await callAs(as, 'create-scan', { body: { repositoryId, commitHash, branch: 'main' } });
};

/** The file of a badge, as its URL ends. */
const fileIn = (answer: ApiAnswer | undefined): string | undefined =>
  /[0-9a-f]{32}\.svg$/.exec(String(answer?.body['url']))?.[0];

const read = ({ api }: World, file: string): Promise<ApiAnswer> =>
  api.call('get-badge', { secret: '', params: { file } });

/** Somebody gives a repository a badge, which anybody reads, and removes it now and then. */
export const showBadge: Act = async (world, organization) => {
  const { scheduler } = world;
  if (organization.repositories.length === 0) return;
  const { repositoryId } = scheduler.pick(organization.repositories);
  const as = { world, organization, roles: managers };
  const file = fileIn(await callAs(as, 'create-badge', { params: { repositoryId } }));
  if (file === undefined) return;
  await read(world, file);
  if (scheduler.random() < 0.6) return;
  const removed = await callAs(as, 'remove-badge', { params: { repositoryId } });
  if (removed?.status === 204) await read(world, file);
};
