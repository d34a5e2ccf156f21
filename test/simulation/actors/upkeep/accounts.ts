import { dayMs } from '@scangate/domain/instant';
import { ids } from '#test/simulation/outside/ids.ts';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, idIn, managers, waive, type Act } from '../actions.ts';
import type { Organization } from '../organization.ts';

/** A payer limits what a client may spend in a month, or no longer does. */
export const setBudget: Act = async (world, organization) => {
  const { scheduler, organizations } = world;
  const clients = organizations.filter(({ parent }) => parent === organization.organizationId);
  if (clients.length === 0) return;
  const { organizationId } = scheduler.pick(clients);
  const body = scheduler.pick([
    {},
    { core: { soft: 3, hard: 6 } },
    { core: { hard: 20 } },
    { core: { soft: 2 } },
  ]);
  await callAs({ world, organization, roles: managers }, 'set-budget', { params: { organizationId }, body });
};

/** Invokes a function as an operator does, and once more where it does not answer. @returns whether it answered. */
export const operate = async (
  { cloud: { functions } }: World,
  name: string,
  input: object,
): Promise<boolean> => {
  const [arn = ''] = [...functions.plans].find(([, { bundle }]) => bundle === name) ?? [];
  for (let tries = 0; tries < 3; tries += 1)
    if (!(await functions.invoke(arn, JSON.stringify(input))).failed) return true;
  return false;
};

/** An operator adjusts credits on the request of a customer, now and then twice with one id. */
export const adjustCredits: Act = async (world, { organizationId, parent }) => {
  const { scheduler } = world;
  if (parent !== undefined) return;
  const adjustmentId = ids.uuid();
  const amount = scheduler.pick([25, 5, -3]);
  const isPromotion = amount > 0 && scheduler.random() < 0.5;
  const expiresAt = new Date(scheduler.now + scheduler.pick([0.2, 2, 20]) * dayMs).toISOString();
  const input = {
    organizationId,
    adjustmentId,
    pool: 'core',
    amount,
    motif: 'a gesture',
    ...(isPromotion && { expiresAt }),
  };
  const isDone = await operate(world, 'adjust-credits', input);
  if (isDone) world.adjustments.push({ adjustmentId, organizationId, amount, at: scheduler.now });
  if (scheduler.random() < 0.4) await operate(world, 'adjust-credits', input);
};

interface ListedWaiver {
  waiverId: string;
  status: string;
  expiresAt: string;
}

const waiversInForce = async (world: World, organization: Organization): Promise<ListedWaiver[]> => {
  const answer = await callAs({ world, organization, roles: managers }, 'list-waivers');
  const all = (answer?.status === 200 ? answer.body['items'] : []) as ListedWaiver[];
  return all.filter(({ status }) => status === 'active');
};

/** Somebody renews a waiver, so that it ends and another one takes its place, perhaps once somebody else approves it. */
export const renewWaiver: Act = async (world, organization) => {
  const { scheduler } = world;
  const { made } = organization;
  const inForce = await waiversInForce(world, organization);
  if (inForce.length === 0) return waive(world, organization);
  const { waiverId, expiresAt } = scheduler.pick(inForce);
  // Now and then it lasts that long already.
  const laterMs = (scheduler.draw(10) - 1) * dayMs;
  const params = { waiverId };
  const body = { expiresAt: new Date(Date.parse(expiresAt) + laterMs).toISOString() };
  const roles = scheduler.pick([managers, ['member']]);
  const answer = await callAs({ world, organization, roles }, 'renew-waiver', {
    params,
    body,
    key: ids.uuid(),
  });
  made.waiver.push(...idIn(answer, 'waiverId'));
};
