import type { MemoryStore } from '#adapters/memory/store.ts';
import { minuteMs } from '@scangate/domain/instant';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** Clocks are wrong by up to a minute, and a plan of the history is made some time after it was asked for. */
const nearlyMs = 5 * minuteMs;

/** Keys that only a rule of the organization finds, where it has one. */
const isOwnKey = (secret: string): boolean => secret.startsWith('ownkey_');

/**
 * A history scan that looked at everything found each secret that was ever pushed before, whatever became of the file,
 * and each of them is a tracked finding.
 * @returns the number of scans whose secrets were counted.
 */
export const checkHistories = ({ git, organizations }: World, store: MemoryStore, report: Report): number => {
  let count = 0;
  const urls = new Map(
    organizations.flatMap(({ repositories }) =>
      repositories.map(({ repositoryId, url }) => [repositoryId, url] as const),
    ),
  );
  const tracked = Map.groupBy(
    store.all('trackedFinding').filter(({ history }) => history),
    ({ repositoryId }) => repositoryId,
  );
  const last = new Map(store.all('repository').map((one) => [one.repositoryId, one.historyScan]));
  for (const scan of store.all('historyScan')) {
    const { repositoryId, historyScanId, status, requestedAt, finishedAt = '', refunded, gaps = [] } = scan;
    const url = urls.get(repositoryId);
    if (url === undefined || status !== 'completed' || refunded || gaps.length > 0) continue;
    count += 1;
    const { secrets: found = 0 } = scan;
    const before = git.secretsUntil(url, Date.parse(requestedAt) - nearlyMs);
    const least = before.filter((secret) => !isOwnKey(secret)).length;
    const most = git.secretsUntil(url, Date.parse(finishedAt) + nearlyMs).length;
    if (found < least || found > most)
      report('history', `${historyScanId} found ${found} secrets, and not ${least} to ${most}`);
    const rows = tracked.get(repositoryId)?.length ?? 0;
    if (last.get(repositoryId) === historyScanId && rows < found)
      report('history', `${rows} of the ${found} secrets of ${historyScanId} are tracked`);
  }
  return count;
};
