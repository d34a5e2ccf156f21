import { dayMs } from '@scangate/domain/instant';
import { Crashed } from '../scheduler/scheduler.ts';
import type { World } from '../start/world.ts';
import * as acts from './actions.ts';
import { tryForeignIds } from './foreign-ids.ts';
import * as directories from './directories/directory.ts';
import { logInCommandLine } from './devices.ts';
import * as documents from './documents.ts';
import { scanHistory } from './history.ts';
import * as invitations from './invitations.ts';
import * as money from './money.ts';
import type { Organization } from './organization.ts';
import * as outdated from './outdated-credentials.ts';
import * as people from './people.ts';
import { connectRepository, push } from './pipeline.ts';
import { changeRules } from './rules.ts';
import * as tracker from './tracker.ts';
import { tryAssertions } from './sign-on/assertions.ts';
import * as issuers from './sign-on/own-issuer.ts';
import * as accounts from './upkeep/accounts.ts';
import * as releases from './upkeep/releases.ts';
import * as repositories from './upkeep/repositories.ts';
import * as uploads from './upkeep/uploads.ts';
import * as webhooks from './upkeep/webhooks.ts';

/** The actions, and their relative frequency. */
const habits: readonly (readonly [name: string, weight: number, act: acts.Act])[] = [
  ['push', 30, push],
  ['pull request', 8, (world, organization) => push(world, organization, true)],
  ['burst', 3, async (...who) => void (await Promise.all(Array.from({ length: 5 }, () => push(...who))))],
  ['look', 12, acts.look],
  ['look at a scan', 8, acts.lookAtScan],
  ['cancel', 2, acts.cancel],
  ['connect', 1, connectRepository],
  ['webhook', 1.5, acts.addWebhook],
  ['tracker', 1, tracker.connect],
  ['issue', 1.5, tracker.visit],
  ['waiver', 2, acts.waive],
  ['decide a waiver', 2, acts.decideWaiver],
  ['gate', 1, acts.changeGate],
  ['tokens', 1.5, acts.useTokens],
  ['an ended credential', 1.5, acts.useEnded],
  ['exchange', 1.2, outdated.exchange],
  ['an idle session', 0.8, outdated.leaveSession],
  ['an expiring token', 0.3, outdated.letExpire],
  ['ids of others', 3, tryForeignIds],
  ['invite', 1.3, invitations.invite],
  ['log out', 0.6, invitations.logOut],
  ['directory', 0.8, directories.provision],
  ['directory token', 0.3, directories.replaceToken],
  ['people of others', 0.4, directories.tryOthers],
  ['role', 1, people.changeRole],
  ['leave', 1, people.leave],
  ['close', 0.05, people.close],
  ['history', 1.2, scanHistory],
  ['rules', 0.8, changeRules],
  ['replace a repository', 0.5, repositories.replaceRepository],
  ['badge', 0.8, repositories.showBadge],
  ['secret of a webhook', 0.7, webhooks.rotateSecret],
  ['deliver again', 0.8, webhooks.deliverAgain],
  ['remove the tracker', 0.3, tracker.remove],
  ['own issuer', 0.5, issuers.configure],
  ['sign in there', 2, issuers.signInThere],
  ['enforce', 1.5, issuers.enforce],
  ['assertions', 2, tryAssertions],
  ['budget', 0.8, accounts.setBudget],
  ['adjust credits', 0.6, accounts.adjustCredits],
  ['renew a waiver', 1, accounts.renewWaiver],
  ['release', 0.8, releases.releaseBundle],
  ['upload', 1, uploads.uploadDocument],
  ['upload a request', 1, uploads.uploadRequest],
  ['export', 0.4, documents.exportEverything],
  ['auditor pack', 0.6, documents.requestPack],
  ['command line', 0.8, logInCommandLine],
  ['checkout', 1.5, money.checkout],
  ['pack', 3, money.buyPack],
  ['subscription', 2.5, money.changeSubscription],
  ['recharge', 2.5, money.setRecharge],
  ['card', 0.7, money.changeCard],
  ['pay', 0.7, money.payOpenInvoice],
];

const whole = habits.reduce((sum, [, weight]) => sum + weight, 0);

const drawHabit = (world: World): (typeof habits)[number] | undefined => {
  let left = world.scheduler.random() * whole;
  return habits.find(([, weight]) => (left -= weight) < 0);
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
