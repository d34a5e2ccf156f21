import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Repository, Scan } from '@scangate/domain/records';
import type { ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { digestOf } from '@scangate/engines/model/digest';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { newOrganization, newRepository, noon, write, type TestOrganization } from '../world.ts';
import { commitHash as tip, newScan, taskContextAt, workflowWorld } from './workflow.ts';

/** A lockfile of npm: the direct dependencies, and each package with its license and what it needs. */
export const packageLock = (
  direct: Record<string, string>,
  packages: Record<string, { version: string; license?: string; dependencies?: Record<string, string> }>,
): string =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: direct },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, { license = 'MIT', ...rest }]) => [
          `node_modules/${name}`,
          {
            ...rest,
            license,
            resolved: `https://registry.npmjs.org/${name}/-/${name}-${rest.version}.tgz`,
            integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
          },
        ]),
      ),
    },
  });

type Files = Record<string, string>;

/** Runs whole scans of one repository in memory, as the workflow does. */
export const judgedScans = async (store: MemoryStore, advisories: AdvisoryIndex) => {
  const world = workflowWorld(store);
  // The tip of the reviewed branch has no files, so that nothing is suppressed.
  world.sources.commits.set(tip, {});
  const current = { advisories, now: noon };
  const organization: TestOrganization = await newOrganization(store, {
    credits: { core: 1000, sast: 1000 },
    sastAddon: 'team',
  });
  const { organizationId } = organization;
  const repository: Repository = await newRepository(store, organizationId, [['', 'npm']]);
  const port = { load: async () => current.advisories };
  const ports = { ...world, advisories: port };
  let commits = 0;

  /** Scans the files of a new commit and returns the ended scan. */
  const scan = async (
    files: Files,
    request: Partial<ScanRequest> = {},
    of: Repository = repository,
  ): Promise<Scan> => {
    commits += 1;
    const commitHash = commits.toString(16).padStart(40, '0');
    world.sources.commits.set(commitHash, files);
    const caller = organization.as('member');
    const created = await newScan(store, {
      caller,
      repository: of,
      request: { commitHash, ...request },
      now: current.now,
    });
    const ref = { organizationId, scanId: created.scanId };
    const context = taskContextAt(current.now);
    const state = await prepareScan(ref, ports as never, context);
    const results = [];
    for (const { projectUnitId } of state.units)
      results.push(await scanProjectUnit({ ...ref, projectUnitId }, ports as never, context));
    await finishScan({ ...state, results }, ports as never, context);
    return (await store.get('scan', ref))!;
  };

  /** Gives the organization another policy. */
  const setPolicy = async (policy: GatePolicy): Promise<void> => {
    const fields = policyFields(policy);
    const item = { organizationId, digest: digestOf(policy), policy, createdAt: noon.toISOString() };
    if (!(await store.get('policy', { organizationId, digest: item.digest })))
      await write(store, [{ change: 'insert', record: 'policy', item }]);
    await write(store, [{ change: 'update', record: 'organization', id: { organizationId }, set: fields }]);
  };
  return { world, organization, organizationId, repository, current, advisories: port, scan, setPolicy };
};
