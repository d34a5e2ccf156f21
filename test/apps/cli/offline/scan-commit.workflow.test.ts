import { expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { FileSpool } from '#adapters/source-archive/file-spool.ts';
import { loadUnitDocument } from '#app/reports/unit-documents.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import { loadSampleAdvisories } from '#test/support/cli/load-sample-advisories.ts';
import { findCommit } from '@scangate/cli/offline/repository-commit';
import { scanCommit } from '@scangate/cli/offline/scan-commit';
import type { Scan } from '@scangate/domain/records';
import { ecosystemRepositories, type RepositoryFiles } from '#test/corpora/ecosystem-repositories.ts';
import { git, makeRepository } from '#test/support/git/test-repository.ts';
import { newScan, sourceFetcherOf, taskContextAt, workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository } from '#test/support/world.ts';

interface Scanned {
  record: Scan;
  /** The findings of each unit as stored, by its path. */
  findings: Record<string, string>;
}

const advisories = await loadSampleAdvisories();

/** Scans a repository with the use cases of the workflow, on adapters in memory. */
const scanByWorkflow = async (path: string, commitHash: string): Promise<Scanned> => {
  const store = new MemoryStore();
  const base = workflowWorld(store);
  const sources = gitSources({ allowed: new Set(['file']) });
  const world = {
    ...base,
    sourceFetcher: sourceFetcherOf({ ...base, sources }),
    // A folder belongs to no organization that has a key.
    fingerprintKeys: { keyOf: async () => '' },
    licenseData: { load: advisories.loadLicenses },
    advisories,
  };
  const organization = await newOrganization(store, {
    sastAddon: 'team',
    credits: { core: 1000, sast: 1000 },
  });
  const { organizationId } = organization;
  const repository = await newRepository(store, organizationId);
  const { repositoryId } = repository;
  await store.commit([
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { url: path, defaultBranch: 'trunk' },
    },
  ]);
  const caller = organization.as('member');
  const { scanId } = await newScan(store, { caller, repository, request: { commitHash } });
  const ref = { organizationId, scanId };
  const context = taskContextAt();
  const prepared = await prepareScan(ref, world as never, context);
  const results = [];
  for (const { projectUnitId } of prepared.units)
    results.push(await scanProjectUnit({ ...ref, projectUnitId }, world as never, context));
  await finishScan({ ...prepared, results }, world as never, context);
  const record = await store.get('scan', ref);
  if (!record) throw new Error('the scan is missing');
  const findings: Record<string, string> = {};
  for (const { path: unitPath, projectUnitId } of record.units) {
    const stored = await loadUnitDocument({ ...ref, projectUnitId }, 'findings', world.blobs);
    findings[unitPath] = Buffer.from(stored ?? []).toString();
  }
  return { record, findings };
};

const scanByCommandLine = async (path: string): Promise<Scanned> => {
  const { signal } = new AbortController();
  const connect = () => Promise.reject(new Error('a local repository needs no network'));
  const commit = await findCommit({}, { url: path, fullName: 'local/repository' }, { connect, signal });
  const { record, findingsByUnit } = await scanCommit({}, commit, {
    scanId: '00000000-0000-4000-8000-000000000001',
    advisories,
    createSpool: () => new FileSpool(),
    signal,
    onUnit: () => undefined,
  });
  const findings = record.units.map(({ path: unit, projectUnitId }) => [
    unit,
    JSON.stringify(findingsByUnit.get(projectUnitId)),
  ]);
  return { record, findings: Object.fromEntries(findings) };
};

const comparable = ({ record: { status, scanTypes, skippedScanTypes, units, verdict } }: Scanned) => {
  const pathOf = new Map(units.map(({ projectUnitId, path }) => [projectUnitId, path]));
  return {
    status,
    scanTypes,
    skippedScanTypes,
    units: units.map((unit) => [unit.path, unit.type, unit.status]),
    verdict: verdict?.verdict,
    reasons: verdict?.reasons,
    summary: verdict?.summary,
    advisories: verdict?.advisorySnapshot,
    policy: verdict?.policyDigest,
    waivers: verdict?.waiversDigest,
    coverage: verdict?.coverage.map(({ projectUnitId, ...entry }) => [pathOf.get(projectUnitId), entry]),
  };
};

const repositories: [string, RepositoryFiles][] = Object.entries(ecosystemRepositories);

test('there are ten repositories, most of them with findings', () => {
  expect(repositories).toHaveLength(10);
});

test.each(repositories)('the command line finds the same bytes as the workflow: %s', async (name, files) => {
  const path = makeRepository(files);
  const byWorkflow = await scanByWorkflow(path, git(path, ['rev-parse', 'HEAD']));
  const byCommandLine = await scanByCommandLine(path);
  expect(byWorkflow.record.status).toBe('completed');
  expect(byCommandLine.findings).toEqual(byWorkflow.findings);
  expect(comparable(byCommandLine)).toEqual(comparable(byWorkflow));
  const isEmpty = Object.values(byWorkflow.findings).every((findings) => findings === '[]');
  expect(isEmpty).toBe(['composer', 'hex'].includes(name));
});
