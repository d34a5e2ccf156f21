import { MemoryStore } from '#adapters/memory/store.ts';
import { runExecution, type RunTask } from '#test/support/scans/run-execution.ts';
import { commitHash, createdScan, newScan, workflowWorld } from '#test/support/scans/workflow.ts';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import { indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';

export const baseCommitHash = 'b'.repeat(40);

/** A lockfile with these packages. */
export const lock = (packages: Record<string, string>): string =>
  JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: packages },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, version]) => [
          `node_modules/${name}`,
          {
            version,
            resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`,
            integrity: `sha512-${Buffer.alloc(64, name).toString('base64')}`,
            license: 'MIT',
          },
        ]),
      ),
    },
  });

/** Concatenated, so that no secret scanner reports this file. */
export const leakedKey = (letter = 'Q') => `AKIA${letter}WERTYUIOPASDFGH`;

/** A world with a base on the default branch and a head beside it. */
export const baseWorld = (
  {
    head,
    base,
    withSast = false,
  }: { head: Record<string, string>; base?: Record<string, string>; withSast?: boolean },
  request: Partial<ScanRequest> = { baseCommitHash },
) => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const advisories = { load: async () => indexOf(osvRecord({ name: 'left' })) };
  const ports = { ...world, advisories };
  world.sources.commits.set(commitHash, head);
  if (base) world.sources.commits.set(baseCommitHash, base);
  world.sources.tips.set('main', baseCommitHash);
  world.sources.history.clear();
  const create = () => createdScan(world, [['', 'npm']], { request, withSast });
  const scanOf = (scanId: string) => store.all('scan').find((scan) => scan.scanId === scanId);
  /** Creates a scan, runs its workflow and returns it as it ended. */
  const scanHead = async () => {
    const created = await create();
    const reached = await runExecution(created.ref, ports);
    return { ...created, reached, ended: scanOf(created.scan.scanId) };
  };
  /** Scans another commit of the same repository. */
  const scanNext = async (
    { organization, repository }: Awaited<ReturnType<typeof create>>,
    {
      hash,
      files,
      startSeconds = 0,
      run,
      ...more
    }: {
      hash: string;
      files: Record<string, string>;
      startSeconds?: number;
      run?: RunTask;
    } & Partial<ScanRequest>,
  ) => {
    world.sources.commits.set(hash, files);
    const caller = organization.as('member');
    const current = store.all('repository').find((one) => one.repositoryId === repository.repositoryId);
    const scan = await newScan(store, {
      caller,
      repository: current ?? repository,
      request: { commitHash: hash, ...more },
    });
    const ref = { organizationId: scan.organizationId, scanId: scan.scanId };
    const reached = await runExecution(ref, ports, { startSeconds, ...(run && { run }) });
    return { reached, ended: scanOf(scan.scanId) };
  };
  return { store, world, ports, create, scanOf, scanHead, scanNext };
};
