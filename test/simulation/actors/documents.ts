import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { World } from '../start/world.ts';
import { callAs, idIn, managers, type Act } from './actions.ts';
import { isGone, type Organization } from './organization.ts';
import { startSession } from './sessions.ts';

const lookMs = 3 * minuteMs;
/** Until then a revoked link is tried again. */
const latestMs = 4 * hourMs;
const mostLooks = 10;

/** Looks until something is no longer running, or gives up. */
const awaitEnd = async (world: World, stateOf: () => Promise<unknown>): Promise<void> => {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await world.scheduler.sleep(lookMs);
    if ((await stateOf()) !== 'running') return;
  }
};

/** An owner, who has just signed in for it, has everything exported, and looks for the files. */
export const exportEverything: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const person = organization.people.find(({ role }) => role === 'owner');
  const secret = person && (await startSession(world, organization, { person }));
  if (secret === undefined) return;
  const { status } = await world.api.call('start-export', { secret });
  if (status !== 202) return;
  await awaitEnd(world, async () => {
    const { body } = await world.api.call('list-exports', { secret });
    const [newest] = (body['items'] ?? []) as { state: string }[];
    return newest?.state;
  });
};

const dayBefore = (world: World, days: number): string =>
  new Date(world.scheduler.now - days * dayMs).toISOString().slice(0, 10);

/** An auditor opens a link, and again where it is revoked: at once, and hours later. */
const useLink = async (
  world: World,
  organization: Organization,
  { packId, linkId, link }: { packId: string; linkId: string; link: string },
): Promise<void> => {
  const open = () => world.api.call('open-shared', { secret: '', body: { link } });
  await open();
  if (world.scheduler.random() < 0.5) return;
  const as = { world, organization, roles: managers };
  const revoked = await callAs(as, 'revoke-pack-link', { params: { packId, linkId } });
  if (!revoked || revoked.status >= 300) return;
  world.credentials.end(link, world.scheduler.now);
  await open();
  await world.scheduler.sleep(world.scheduler.draw(latestMs));
  await open();
};

/** Somebody requests an auditor pack of the last days, and shares it. */
export const requestPack: Act = async (world, organization: Organization) => {
  const as = { world, organization, roles: managers };
  const body = { from: dayBefore(world, 2), to: dayBefore(world, -1) };
  const [packId] = idIn(await callAs(as, 'request-auditor-pack', { body }), 'packId');
  if (packId === undefined) return;
  const params = { packId };
  await awaitEnd(world, async () => (await callAs(as, 'get-auditor-pack', { params }))?.body['state']);
  const created = await callAs(as, 'create-pack-link', { params, body: {} });
  const [linkId] = idIn(created, 'linkId');
  const link = String(created?.body['url']).split('#')[1];
  if (linkId !== undefined && link !== undefined)
    await useLink(world, organization, { packId, linkId, link });
};
