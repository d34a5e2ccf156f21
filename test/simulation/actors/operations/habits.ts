import type { World } from '#test/simulation/start/world.ts';
import * as acts from '../actions.ts';
import { tryForeignIds } from '../foreign-ids.ts';
import * as directories from '../directories/directory.ts';
import { regroup } from '../directories/groups.ts';
import { logInCommandLine } from '../devices.ts';
import * as documents from '../documents.ts';
import { scanHistory } from '../history.ts';
import * as invitations from '../invitations.ts';
import * as money from '../money.ts';
import * as outdated from '../outdated-credentials.ts';
import * as people from '../people.ts';
import { connectRepository, push } from '../pipeline.ts';
import { changeRules } from '../rules.ts';
import * as tracker from '../tracker.ts';
import { tryAssertions } from '../sign-on/assertions.ts';
import * as issuers from '../sign-on/own-issuer.ts';
import * as accounts from '../upkeep/accounts.ts';
import * as releases from '../upkeep/releases.ts';
import * as repositories from '../upkeep/repositories.ts';
import * as uploads from '../upkeep/uploads.ts';
import * as webhooks from '../upkeep/webhooks.ts';
import * as endings from './endings.ts';
import { readEverything } from './reads.ts';
import { settingActs } from './settings.ts';

/** The actions, and their relative frequency; those of 0 are only done where everything is. */
export const habits: readonly (readonly [name: string, weight: number, act: acts.Act])[] = [
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
  ['withdraw a waiver', 0, acts.withdrawWaiver],
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
  ['subscribe and change', 0, money.subscribeAndChange],
  ['portal', 0, money.openPortal],
  ['coupon', 0, money.redeemCoupon],
  ['read everything', 0, readEverything],
  ['groups', 0, regroup],
  ...settingActs.map(([what, act]) => [what, 0, act] as const),
  ['another session', 0, endings.endOtherSession],
  ['all other sessions', 0, endings.endOtherSessions],
  ['open again', 0, endings.openAgain],
  ['hand over', 0, endings.handOver],
  ['delete me', 0, endings.deleteMe],
  ['remove the issuer', 0, endings.removeIssuer],
  ['remove a domain', 0, endings.removeDomain],
  ['remove a bundle', 0, endings.removeBundle],
];

const whole = habits.reduce((sum, [, weight]) => sum + weight, 0);

export const drawHabit = (world: World): (typeof habits)[number] | undefined => {
  let left = world.scheduler.random() * whole;
  return habits.find(([, weight]) => (left -= weight) < 0);
};
