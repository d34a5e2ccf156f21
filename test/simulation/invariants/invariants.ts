import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { LastScan } from '../actors/last-scans.ts';
import type { World } from '../start/world.ts';
import { AccountDueWatch } from './money/account-due-watch.ts';
import { ClosingWatch } from './money/closing-watch.ts';
import { DueWatch } from './due-watch.ts';
import { checkLedgers } from './money/ledger-checks.ts';
import { ErasureWatch } from './erasure-watch.ts';
import { EventWatch } from './event-watch.ts';
import { LedgerWatch } from './money/ledger-watch.ts';
import { checkDocuments } from './ended-checks.ts';
import { checkRanges } from './histories/range-checks.ts';
import { HistoryWatch } from './histories/history-watch.ts';
import { MembershipWatch } from './membership-watch.ts';
import { ScanWatch } from './scan-watch.ts';
import { checkRebuilds } from './rebuild-checks.ts';
import { checkRules } from './rule-checks.ts';
import { ToldVerdicts } from './told-verdicts.ts';
import { checkTickets } from './ticket-checks.ts';
import { subscriptionViolations } from './money/subscription-checks.ts';
import { checkContents } from './tenants/document-checks.ts';
import { watchTenants } from './tenants/watch-tenants.ts';
import { TerminalWatch } from './records/terminal-watch.ts';
import { TrendWatch } from './trend-watch.ts';
import { Violation, type Report } from './violation.ts';
import { nothingCompared, type Compared } from './compared/compared.ts';
import { checkHistories } from './histories/history-checks.ts';
import { checkDeliveries, checkMails, checkScans } from './record-checks.ts';
import { checkGroups } from './sign-on/group-checks.ts';
import { checkVerdicts } from './verdict-checks.ts';
import { KeptSnapshots } from './advisories/kept-snapshots.ts';
import { checkAdjustments } from './upkeep/adjustment-checks.ts';
import { checkBadges } from './upkeep/badge-checks.ts';
import { BudgetWatch } from './upkeep/budget-watch.ts';
import { checkForgotten } from './upkeep/forgotten-checks.ts';
import { RenewalWatch } from './upkeep/renewal-watch.ts';
import { RepositoryWatch } from './upkeep/repository-watch.ts';
import { SignatureChecks } from './upkeep/signature-checks.ts';
import { checkSpending } from './upkeep/spending-checks.ts';
import { SubscriberWatch } from './upkeep/subscriber-watch.ts';
import { checkUploads } from './upkeep/upload-checks.ts';
import { checkWhole, storeOf } from './whole-checks.ts';

/** Sweeps begin every five minutes. Where faults are made, six of them may fail one after the other. */
const sweepMs = 5 * minuteMs;
const slackOf = (faultRate: number): number => (faultRate > 0 ? 6 : 2) * sweepMs;
/**
 * A scan whose execution is lost is ended by the first sweep after the time-out of the workflow and the grace, which are promised
 * as 45 and 5 minutes; it may take twice as long.
 */
const longestScanMs = 2 * (50 * minuteMs + sweepMs);
/** A history scan, of which each of four executions may be lost after hours. */
const longestHistoryMs = 16 * hourMs;
/** A payment is applied in this time, even if each event about it is lost. */
const paymentMs = 2 * hourMs;
/** A recharge that was declined waits for hours until it is tried again. */
const waiting = 'execution scangate-recharge';
/** Ends the run of a world with the first invariant that is broken. */
const failingReport =
  ({ scheduler }: World): Report =>
  (invariant, what) =>
    scheduler.fail(new Violation(`${invariant}: ${what} (event ${scheduler.events})`));

/** A world in which nothing happens any more, with its last scans. */
interface Resting {
  world: World;
  store: MemoryStore;
  last: readonly LastScan[];
}

interface Watched {
  compared: Compared;
  scans: ScanWatch;
  erasures: ErasureWatch;
  /** Compares what describes the default branches with a rebuild, after a scan of each. */
  atRest: (last: readonly LastScan[]) => Promise<void>;
  atEnd: (last: readonly LastScan[]) => Promise<void>;
}

/** Watches a world: each commit, each answer and each hour, and everything at the end. */
export const watchWorld = (
  world: World,
  faultRate: number,
  report: Report = failingReport(world),
): Watched => {
  const { scheduler, cloud, api } = world;
  const slackMs = slackOf(faultRate);
  // In a run of years a schedule may rest for a day where nothing is listed as due.
  const idleMs = world.isLong ? dayMs : 0;
  const due = new DueWatch(report);
  const ledger = new LedgerWatch(report);
  const scans = new ScanWatch(report, longestScanMs);
  const trends = new TrendWatch(report);
  const terminal = new TerminalWatch(report);
  const events = new EventWatch(report);
  const members = new MembershipWatch(report);
  const histories = new HistoryWatch(report);
  const told = new ToldVerdicts(report);
  const renewals = new RenewalWatch(report);
  const closings = new ClosingWatch(world, report);
  const upkeep = [
    new RepositoryWatch(report),
    new BudgetWatch(report),
    renewals,
    closings,
    new SubscriberWatch(report),
  ];
  world.rereads.onDifference = (what) => report('reread', what);
  const signatures = new SignatureChecks();
  const snapshots = new KeptSnapshots(world);
  const tenants = watchTenants(world, report);
  const accounts = new AccountDueWatch(world, report);
  for (const watch of [due, terminal, ledger, scans, trends, events, histories, told, ...upkeep])
    world.keepers.push(() => watch.keep());
  world.keepers.push(() => () => {
    signatures.forget();
    world.rereads.forget();
  });
  world.keepers.push(() => {
    const kept = [...world.forgotten];
    return () => {
      world.forgotten.clear();
      for (const [address, at] of kept) world.forgotten.set(address, at);
    };
  });
  cloud.database.onCommit = (changes) => {
    const { now } = scheduler;
    const isLate = now <= world.lateUntil;
    world.ownership.onCommit(changes);
    due.onCommit(changes, { now, slackMs: isLate ? Infinity : slackMs + idleMs });
    ledger.onCommit(changes);
    scans.onCommit(changes, { now, isLate });
    trends.onCommit(changes);
    terminal.onCommit(changes);
    events.onCommit(changes, now);
    members.onCommit(changes, now);
    histories.onCommit(changes, now);
    for (const watch of upkeep) watch.onCommit(changes, now);
    tenants.onCommit(changes, now);
  };
  api.onAnswer = (answered) => {
    told.onAnswer(answered);
    signatures.onAnswer(answered, scheduler.now);
    tenants.onAnswer(answered);
  };
  const hourly = (): void => {
    const { now } = scheduler;
    if (now > world.lateUntil) {
      due.look(cloud.database, { now, slackMs: slackMs + idleMs });
      accounts.look(now, slackMs + idleMs);
      scans.look(now);
      snapshots.look(now, slackMs + idleMs, report);
    }
    for (const [history, since] of histories.active)
      if (now - since > longestHistoryMs) report('liveness', `${history} does not end`);
    scheduler.after(hourMs, hourly);
  };
  scheduler.after(hourMs, hourly);
  const erasures = new ErasureWatch(world, report);
  erasures.begin();
  const compared = nothingCompared();
  /** Compares what follows default branches. */
  const compareLast = async (resting: Resting): Promise<void> => {
    compared.branches += await checkRebuilds(resting, report);
    compared.tickets += await checkTickets(resting, report);
    compared.rules += await checkRules(resting, report);
  };
  const atRest = async (last: readonly LastScan[]): Promise<void> => {
    await compareLast({ world, store: await storeOf(world), last });
  };
  const atEnd = async (last: readonly LastScan[]): Promise<void> => {
    for (const scan of [...scans.active.keys(), ...histories.active.keys()])
      report('liveness', `${scan} has not ended`);
    for (const name of scheduler.running) if (name !== waiting) report('liveness', `${name} still runs`);
    const store = await storeOf(world);
    checkWhole(world, store, report);
    for (const violation of subscriptionViolations(world, store, scheduler.now - paymentMs - slackMs))
      report('subscription', violation);
    checkDeliveries(world, store, report);
    checkScans(store, report);
    checkAdjustments(world, store, report);
    checkSpending(store, report);
    compared.uploads = await checkUploads(world, store, report);
    compared.signatures = signatures.check(world.receivers.received, report);
    compared.badges = await checkBadges(world, store, report);
    compared.histories = checkHistories(world, store, report);
    compared.ranges = checkRanges(world, store, report);
    compared.rereads = world.rereads.compared;
    compared.renewals = renewals.compared;
    compared.groups = checkGroups(store, report);
    checkForgotten(world, report);
    checkDocuments(world, { store, hasFaults: faultRate > 0 }, report);
    compared.documents = checkContents(world, report);
    told.check(store);
    checkMails(world, report);
    due.checkEnd(scheduler.now);
    closings.checkEnd();
    await compareLast({ world, store, last });
    compared.verdicts = await checkVerdicts({ world, store, snapshots }, report);
    snapshots.checkObjects(report);
    await erasures.look(true);
    await checkLedgers(world, store, report);
    if (last.length > 0 && compared.branches === 0)
      report('compared', `none of ${last.length} default branches was compared with a rebuild`);
  };
  return { compared, scans, erasures, atRest, atEnd };
};
