import { minuteMs } from '@scangate/domain/instant';
import { ids } from '#test/simulation/outside/ids.ts';
import { callAs, managers, type Act } from '../actions.ts';

/** Somebody rotates the secret of a webhook; the one before signs for some hours, or no longer. */
export const rotateSecret: Act = async (world, organization) => {
  const webhookId = organization.made.webhook.at(-1);
  if (webhookId === undefined) return;
  const body = { overlapHours: world.scheduler.pick([0, 1, 2, 24]) };
  const call = { params: { webhookId }, body, key: ids.uuid() };
  await callAs({ world, organization, roles: managers }, 'rotate-webhook-secret', call);
};

/** Somebody has the last hour delivered once more, or one delivery, and sends a test event. */
export const deliverAgain: Act = async (world, organization) => {
  const { scheduler } = world;
  const webhookId = organization.made.webhook.at(-1);
  if (webhookId === undefined) return;
  const as = { world, organization, roles: managers };
  const params = { webhookId };
  const since = new Date(scheduler.now - 60 * minuteMs).toISOString();
  const body = scheduler.random() < 0.5 ? { since } : { sequence: 1 + scheduler.draw(10) };
  await callAs(as, 'redeliver-webhook', { params, body, key: ids.uuid() });
  if (scheduler.random() < 0.5) await callAs(as, 'test-webhook', { params, key: ids.uuid() });
  await callAs(as, 'list-webhook-deliveries', { params });
};
