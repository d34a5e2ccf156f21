import { dayMs } from '@scangate/domain/instant';
import { Crashed } from '../scheduler/scheduler.ts';
import type { World } from '../start/world.ts';
import * as acts from './actions.ts';
import * as money from './money.ts';
import { drawHabit, habits } from './operations/habits.ts';
import type { Organization } from './organization.ts';
import * as people from './people.ts';
import { connectRepository } from './pipeline.ts';
import * as tracker from './tracker.ts';
import * as issuers from './sign-on/own-issuer.ts';

/** An act that ends nearly everything, so that it comes last. */
const lastAct = people.close;

interface Beginning {
  world: World;
  organization: Organization;
  begin: (what: string, act: acts.Act) => void;
}

/** The times that an act is done at least: common ones more often. */
const timesOf = (weight: number): number => (weight >= 5 ? 5 : 2);

/** Has each act done at some instants, so that none is left to chance; those on Free close and are restored at the end. */
const planEveryAct = ({ world, organization, begin }: Beginning): void => {
  const { scheduler, everyActDays } = world;
  const wholeMs = everyActDays * dayMs;
  const plan = (what: string, delayMs: number, act: acts.Act): void =>
    void scheduler.after(delayMs, () => {
      if (!world.isResting) begin(what, act);
    });
  for (const [name, weight, act] of habits.filter(([, , each]) => each !== lastAct))
    for (let time = 0; time < timesOf(weight); time += 1) plan(name, scheduler.draw(0.8 * wholeMs), act);
  if (organization.plan === 'Free')
    plan('close for days', 0.8 * wholeMs + scheduler.draw(0.15 * wholeMs), people.closeForDays);
};

/**
 * Lets people and pipelines of an organization act, each action in a separate process, as long as the world
 * lives.
 */
export const live = (world: World, organization: Organization, actsPerDay: number): void => {
  const { scheduler } = world;
  const { taint } = organization;
  let begun = 0;
  const begin = (what: string, act: acts.Act): void => {
    begun += 1;
    world.act(`${taint}.${begun}`, what, () =>
      scheduler
        .start({ name: `actor ${taint}` }, () => act(world, organization))
        .catch((error: unknown) => {
          // A pipeline that is cut off just gives up.
          if (!(error instanceof Crashed)) scheduler.fail(error);
        }),
    );
  };
  const again = (): void => {
    const next = (-Math.log(1 - scheduler.random()) * dayMs) / actsPerDay;
    scheduler.after(next, () => {
      if (!world.isAlive) return;
      again();
      const habit = drawHabit(world);
      if (habit && !world.isResting) begin(habit[0], habit[2]);
    });
  };
  begin('connect', connectRepository);
  scheduler.after(scheduler.draw(3_600_000), () => begin('webhook', acts.addWebhook));
  scheduler.after(scheduler.draw(3_600_000), () => begin('tracker', tracker.connect));
  scheduler.after(scheduler.draw(3_600_000), () => begin('own issuer', issuers.configure));
  if (organization.plan === 'Regulated')
    scheduler.after(3_600_000 + scheduler.draw(3_600_000), () => begin('enforce', issuers.enforce));
  const first = organization.plan === 'Free' ? money.checkout : money.buyPack;
  scheduler.after(scheduler.draw(7_200_000), () => begin('first purchase', first));
  // A person with a card may let it be charged.
  scheduler.after(7_200_000 + scheduler.draw(7_200_000), () => begin('recharge', money.setRecharge));
  again();
  if (world.everyActDays > 0) planEveryAct({ world, organization, begin });
};

/** Some organizations close for good on the second day, clients first; those that pay for others cannot. */
export const leaveSome = ({ world, count }: { world: World; count: number }): void => {
  const { organizations } = world;
  const payers = new Set(organizations.map(({ parent }) => parent));
  const leaving = organizations
    .filter(({ organizationId }) => !payers.has(organizationId))
    .toSorted((one, other) => Number(other.parent !== undefined) - Number(one.parent !== undefined))
    .slice(0, count);
  for (const organization of leaving) {
    const again = (): void => {
      void world.scheduler
        .start({ name: `actor ${organization.taint}` }, () => people.leaveForGood(world, organization))
        .catch(() => false)
        .then((isClosed) => isClosed || void world.scheduler.after(3_600_000, again));
    };
    world.scheduler.after(dayMs, again);
  }
};

const shared = ['alpha', 'beta', 'gamma'] as const;

/** Publishes an advisory of a package. */
const publishAdvisory = (world: World, name: string): void => {
  const { scheduler, advisories } = world;
  const at = new Date(scheduler.now).toISOString();
  const fixed = scheduler.pick(['1.1.0', '1.2.0', '2.0.0']);
  const severity = scheduler.pick(['LOW', 'MODERATE', 'HIGH', 'CRITICAL']);
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }];
  advisories.push({
    id: `GHSA-${advisories.length}-${name}`,
    modified: at,
    published: at,
    summary: `A weakness of ${name}`,
    database_specific: { severity },
    affected: [{ package: { ecosystem: 'npm', name }, ranges }],
  });
  world.tell(`an advisory about ${name} before ${fixed}`);
};

/** Publishes one advisory of each package that many use. */
export const publishAdvisories = (world: World): void => {
  for (const name of shared) publishAdvisory(world, name);
};

/** Publishes an advisory of a package that many use, now and then. @param everyDays is the mean time between two. */
export const discloseAdvisories = (world: World, everyDays: number): void => {
  const { scheduler } = world;
  let disclosed = 0;
  const disclose = (): void => {
    if (!world.isAlive) return;
    disclosed += 1;
    if (!world.isResting)
      world.act(`advisory.${disclosed}`, 'an advisory', () => publishAdvisory(world, scheduler.pick(shared)));
    scheduler.after(-Math.log(1 - scheduler.random()) * everyDays * dayMs, disclose);
  };
  scheduler.begin('advisories', disclose);
};
