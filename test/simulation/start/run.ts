import { dayMs } from '@scangate/domain/instant';
import { newOrganization, type Organization } from '../actors/organization.ts';
import { connectRepository, push } from '../actors/pipeline.ts';
import { onLogLine } from '../outside/log.ts';
import { readCloudPlan } from './cloud-plan.ts';
import { digestOfWorld } from './digest.ts';
import { World } from './world.ts';

export interface RunOptions {
  seed: number;
  days: number;
  organizations: number;
  faultRate: number;
}

export interface RunReport {
  digest: string;
  events: number;
  calls: number;
  counts: Map<string, number>;
  statuses: Map<string, number>;
  errors: Map<string, number>;
}

/** Lets people and pipelines of an organization act until the world ends. */
const live = (world: World, organization: Organization): void => {
  const { scheduler } = world;
  const again = (): void => {
    const next = -Math.log(1 - scheduler.random()) * (dayMs / 6);
    scheduler.after(next, () => {
      again();
      void scheduler.start({ name: `actor ${organization.taint}` }, () => push(world, organization));
    });
  };
  void scheduler.start({ name: 'connect' }, () => connectRepository(world, organization));
  again();
};

export const run = async ({ seed, days, organizations, faultRate }: RunOptions): Promise<RunReport> => {
  const world = new World({ seed, plan: await readCloudPlan(), faultRate });
  const errors = new Map<string, number>();
  onLogLine(({ message, fields }) => {
    const line = `${message} ${String(fields['function'] ?? fields['endpoint'] ?? '')} ${String(fields['error'] ?? '')} ${String(fields['reason'] ?? '')}`;
    errors.set(line, (errors.get(line) ?? 0) + 1);
  });
  await world.begin();
  for (let number = 0; number < organizations; number += 1)
    live(world, newOrganization(world, { plan: 'Team' }, number));
  await world.scheduler.runUntil(world.scheduler.now + days * dayMs);
  const { counts } = world.cloud.boundary;
  return {
    digest: digestOfWorld(world.cloud),
    events: world.scheduler.events,
    calls: [...counts.values()].reduce((all, count) => all + count, 0),
    counts,
    statuses: world.api.statuses,
    errors,
  };
};
