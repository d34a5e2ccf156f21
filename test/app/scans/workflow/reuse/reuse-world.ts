import { MemoryStore } from '#adapters/memory/store.ts';
import { gitSources } from '#adapters/git/git-sources.ts';
import { sbomSerialNumber } from '#app/scans/workflow/sbom-serial-number.ts';
import type { Repository, Scan } from '@scangate/domain/records';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import { resultObjectName, resultParts } from '@scangate/engines/model/results';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { runExecution } from '#test/support/scans/run-execution.ts';
import { newScan, sourceFetcherOf, workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, write } from '#test/support/world.ts';
import { indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { lock } from '../base-world.ts';

export type Files = Record<string, string>;

let commits = 0;
/** Returns the hash of another commit. */
export const nextHash = (): string => (++commits).toString(16).padStart(40, '0');

export interface ScanOptions extends Partial<ScanRequest> {
  /** The commit is on the reviewed side, and is its tip. */
  isReviewed?: boolean;
  startSeconds?: number;
  ports?: object;
}

/** A monorepo with a root and two units below it. */
export const threeUnits = (): Files => ({
  'package-lock.json': lock({ middle: '1.0.0' }),
  'index.js': 'export const root = 1;\n',
  'api/package-lock.json': lock({ left: '1.0.0' }),
  'api/index.js': 'export const api = 1;\n',
  'web/package-lock.json': lock({ right: '1.0.0' }),
  'web/index.js': 'export const web = 1;\n',
});

/** Replaces what identifies a scan rather than its content. */
const withoutIds = (
  text: string,
  { scanId, projectUnitId }: { scanId: string; projectUnitId: string },
): string =>
  text.replaceAll(sbomSerialNumber(scanId, projectUnitId), 'serial number').replaceAll(scanId, 'scan');

/**
 * A connected repository whose commits are scanned one after the other.
 * @param directory of a repository on this disk; without it the commits are given as files.
 */
export const reuseWorld = async ({
  credits = 1000,
  directory,
}: { credits?: number; directory?: string } = {}) => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const onDisk = gitSources({ allowed: new Set(['file']) });
  const sources = directory === undefined ? world.sources : onDisk;
  const ports = {
    ...world,
    advisories: { load: async () => indexOf(osvRecord({ name: 'left' })) },
    sourceFetcher: sourceFetcherOf({ ...world, sources }),
  };
  const bought = { sastAddon: 'team' as const, credits: { core: credits, sast: credits } };
  const organization = await newOrganization(store, bought);
  const created = await newRepository(store, organization.organizationId);
  const { organizationId, repositoryId } = created;
  world.sources.history.clear();
  world.sources.tips.clear();
  const repository = (): Repository => {
    const found = store.all('repository').find((one) => one.repositoryId === repositoryId);
    if (!found) throw new Error('the repository is gone');
    return found;
  };
  const change = (set: Partial<Repository>): Promise<void> =>
    write(store, [{ change: 'update', record: 'repository', id: { organizationId, repositoryId }, set }]);
  const scanOf = (scanId: string): Scan => {
    const found = store.all('scan').find((scan) => scan.scanId === scanId);
    if (!found) throw new Error('the scan is gone');
    return found;
  };
  if (directory !== undefined) await change({ url: directory, defaultBranch: 'trunk' });
  const create = (
    files: Files | undefined,
    { isReviewed = false, ...request }: ScanOptions = {},
  ): Promise<Scan> => {
    const { startSeconds: _seconds, ports: _ports, ...asked } = request;
    const commitHash = asked.commitHash ?? nextHash();
    if (files) world.sources.commits.set(commitHash, files);
    if (isReviewed) {
      world.sources.tips.set('main', commitHash);
      world.sources.history.add(commitHash);
    }
    const caller = organization.as('member');
    return newScan(store, { caller, repository: repository(), request: { ...asked, commitHash } });
  };
  const run = async ({ organizationId: owner, scanId }: Scan, options: ScanOptions = {}): Promise<Scan> => {
    const { startSeconds = 0, ports: used = ports } = options;
    await runExecution({ organizationId: owner, scanId }, used, { startSeconds });
    return scanOf(scanId);
  };
  /** Creates a scan of a commit with these files, and runs its workflow. */
  const scan = async (files: Files | undefined, options: ScanOptions = {}): Promise<Scan> =>
    run(await create(files, options), options);
  /** The stored documents of a scan, by the path of the unit and the name of the part. */
  const documentsOf = ({ scanId, units }: Scan): Record<string, string> =>
    Object.fromEntries(
      units.flatMap(({ projectUnitId, path }) =>
        resultParts.flatMap((part) => {
          const name = `results/${organizationId}/${resultObjectName(scanId, projectUnitId, part)}`;
          const bytes = world.blobs.objects.get(name);
          const text = bytes && withoutIds(Buffer.from(bytes).toString(), { scanId, projectUnitId });
          return text === undefined ? [] : [[`${path} ${part}`, text]];
        }),
      ),
    );
  let pullRequests = 0;
  /** Scans the commit of a scan again, at the same time and without any earlier result. */
  const scanAnew = async ({ commitHash, scanTypes, fullScope }: Scan, startSeconds = 0): Promise<Scan> => {
    await change({ reuse: 'off' });
    const pullRequest = { number: ++pullRequests };
    const types = fullScope ? {} : { scanTypes };
    const anew = await scan(undefined, { commitHash, pullRequest, startSeconds, ...types });
    const id = { organizationId, repositoryId };
    await write(store, [{ change: 'update', record: 'repository', id, unset: ['reuse'] }]);
    return anew;
  };
  /** Everything that a scan reports, so that it can be compared with another one of the same commit. */
  const answerOf = (ended: Scan) => ({
    status: ended.status,
    verdict: ended.verdict,
    documents: documentsOf(ended),
  });
  /** The refunds of a scan for unchanged units, by the path of the unit and the pool. */
  const refundsOf = ({ scanId, units }: Scan): string[] =>
    store
      .all('ledgerEntry')
      .filter((entry) => entry.scanId === scanId && entry.source === 'unchanged_unit_refund')
      .map(({ pool, projectUnitId }) => {
        const unit = units.find((one) => one.projectUnitId === projectUnitId);
        return `${pool} ${unit?.path ?? projectUnitId}`;
      })
      .toSorted();
  const reusedOf = ({ units }: Scan): string[] =>
    units.flatMap(({ path, reusedFrom }) => (reusedFrom === undefined ? [] : [path]));
  const violations = (): string[] => violationsOf(moneyRecords(store));
  const records = { store, world, ports, organization, repository, change, scanOf };
  const scans = { create, run, scan, scanAnew, answerOf, documentsOf, refundsOf, reusedOf, violations };
  return { ...records, ...scans };
};
