import { hourMs } from '@scangate/domain/instant';
import {
  type AdvisoryDump,
  distributionOf,
  distributions,
  isDistribution,
  supportedEcosystems,
} from '@scangate/engines/model/component';
import type { AdvisoryMirror, MirrorReport, StoredSnapshot } from '#ports/advisory-mirror.ts';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import type { SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import type { WatchStarter } from '#ports/advisory-watch/watch-workflow.ts';
import { beginWatch } from '../advisory-watch/match-advisories.ts';
import type { RunContext } from '../jobs/run-context.ts';

interface AdvisorySyncPorts {
  mirror: AdvisoryMirror;
  snapshots: SnapshotRecords;
  store: Pick<Store<'watchPosition'>, 'get' | 'commit'>;
  watch: WatchStarter;
  log: Log;
}

/** Returns when the last good dump was stored; without one it is infinitely old. */
const syncedAtMs = ({ builtAt, shards }: StoredSnapshot, dump: AdvisoryDump): number => {
  const entries = Object.entries(shards).filter(
    ([name]) => name === dump || (isDistribution(name) && distributionOf(name) === dump),
  );
  const instants = entries.map(([, { syncedAt = builtAt }]) => Date.parse(syncedAt ?? ''));
  return instants.length === 0 ? 0 : Math.min(...instants.map((at) => at || 0));
};

/**
 * Reports the age of the current snapshot: 0 when every dump was just found to be current, else the age of the
 * oldest dump that failed, because fresh advisories of one ecosystem do not make up for stale ones of another. An
 * alarm on it warns the operator before verdicts depend on stale advisories.
 */
const reportAge = (
  { snapshot, failed }: { snapshot: StoredSnapshot; failed: readonly AdvisoryDump[] },
  log: Log,
  now: Date,
): void => {
  const oldest = Math.min(now.getTime(), ...failed.map((dump) => syncedAtMs(snapshot, dump)));
  log.metric('AdvisorySnapshotAgeHours', (now.getTime() - oldest) / hourMs, 'None');
};

/** Each distribution is switched separately, since its dump is large. */
export const distributionRounds: readonly (readonly AdvisoryDump[])[] = distributions.map((each) => [each]);

const syncRounds = async (
  mirror: Pick<AdvisoryMirror, 'sync'>,
  rounds: readonly (readonly AdvisoryDump[])[],
  now: Date,
): Promise<MirrorReport> => {
  const reports: MirrorReport[] = [];
  for (const dumps of rounds) reports.push(await mirror.sync(dumps, now));
  const licenses = reports.find((report) => report.licenses !== undefined)?.licenses;
  return {
    switched: reports.some(({ switched }) => switched),
    ecosystems: reports.flatMap(({ ecosystems }) => ecosystems),
    signals: reports.flatMap(({ signals }) => signals),
    ratings: reports.flatMap(({ ratings }) => ratings),
    ...(licenses !== undefined && { licenses }),
  };
};

/**
 * Brings the advisory snapshot up to date (docs/adr/0017-advisory-snapshots.md), and starts the watch for the
 * changes. Exploit signals or ratings that fail do not delay advisories, so they are only logged.
 * @param rounds the dumps of each switch to a new snapshot; an interrupted run keeps the rounds that it finished.
 * @throws Error when a dump failed, so that the alarm fires; the others are current.
 */
export const syncAdvisorySnapshot = async (
  ports: AdvisorySyncPorts,
  { now }: Pick<RunContext, 'now'>,
  rounds: readonly (readonly AdvisoryDump[])[] = [supportedEcosystems],
): Promise<MirrorReport> => {
  const { mirror, log } = ports;
  await beginWatch(ports);
  const before = await mirror.base();
  const report = await syncRounds(mirror, rounds, now);
  const { switched, ecosystems, signals, ratings, licenses } = report;
  log.info('advisories synced', { switched, ecosystems, signals, ratings, licenses });
  for (const signal of signals) {
    if (signal.outcome === 'failed') log.warn('signals not synced', { ...signal });
  }
  for (const rating of ratings) {
    if (rating.outcome === 'failed') log.warn('ratings not synced', { ...rating });
  }
  // It also starts when nothing changed: an interrupted or failed run is continued.
  await ports.watch.start({ cause: now.toISOString(), units: [] });
  const failed = ecosystems.flatMap(({ ecosystem, outcome }) => (outcome === 'failed' ? [ecosystem] : []));
  const after = await mirror.current();
  if (after) {
    reportAge({ snapshot: after, failed }, log, now);
    // The comparison is with the stored state rather than the report: the previous run may have been interrupted.
    const { removed } = await mirror.removeUnused(before, after, now);
    if (removed > 0) log.info('old advisories removed', { removed });
  }
  if (failed.length > 0) throw new Error(`not synced: ${failed.join(', ')}`);
  return report;
};
