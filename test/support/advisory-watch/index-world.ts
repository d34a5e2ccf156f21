import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { indexComponents, type IndexPorts } from '#app/components/index-components.ts';
import type { Store } from '#ports/store.ts';
import type { WatchRequest } from '#ports/advisory-watch/watch-workflow.ts';
import type { IndexedComponent, Scan } from '@scangate/domain/records';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import type { Component } from '@scangate/engines/model/component';
import { resultObjectName } from '@scangate/engines/model/results';
import { encodeAssessment } from '@scangate/engines/stored-assessment';
import { noon } from '../world.ts';

/** The units of a commit: by unit the packages, each with its version and what it depends on. */
export type Commit = Record<string, Record<string, { version: string; dependsOn?: string[] }>>;

const componentsOf = (packages: Commit[string]): Component[] =>
  Object.entries(packages).map(([name, { version, dependsOn = [] }]) => ({
    ref: name,
    purl: `pkg:npm/${name}@${version}`,
    ecosystem: 'npm',
    name,
    version,
    scope: 'required',
    direct: !Object.values(packages).some((other) => other.dependsOn?.includes(name)),
    hashes: [],
    dependsOn,
    file: 'package-lock.json',
  }));

const assessmentOf = (projectUnitId: string, packages: Commit[string]): AssessedUnit => ({
  projectUnitId,
  unit: { path: projectUnitId, type: 'npm' },
  scanTypes: ['sca'],
  inventory: {
    unitType: 'npm',
    components: componentsOf(packages),
    direct: [],
    read: ['package-lock.json'],
    unread: [],
    notes: [],
  },
  inventoryDigest: '',
  detections: [],
  allowComments: [],
  ignoreEntries: [],
  coverage: [],
  leftOutLockfiles: [],
  licenseGaps: [],
  packageLines: [],
  requested: [],
  runtimes: [],
  files: {},
  engines: {},
});

const owner = { organizationId: 'o-1', repositoryId: 'r-1' };

/** A store with the payloads of followed scans, and the index of one repository. */
export const indexWorld = (store = new MemoryStore(), blobs = new MemoryBlobs()) => {
  const requests: WatchRequest[] = [];
  const ports = {
    store: store as Store,
    blobs,
    watch: { start: async (request: WatchRequest) => void requests.push(request) },
  };

  /** Stores the payload of a scan of this commit. */
  const scanOf = async (number: number, commit: Commit, snapshotId = 'none'): Promise<Scan> => {
    const scanId = `s-${number}`;
    for (const [projectUnitId, packages] of Object.entries(commit)) {
      const put = (part: 'assessment' | 'result', body: string): Promise<void> =>
        blobs.put(
          {
            area: 'results',
            organizationId: owner.organizationId,
            name: resultObjectName(scanId, projectUnitId, part),
          },
          body,
        );
      await put('assessment', encodeAssessment(assessmentOf(projectUnitId, packages)));
      const coverage = [{ scanType: 'sca', status: 'assessed', assessed: 1, gaps: [] }];
      await put('result', JSON.stringify({ projectUnitId, coverage, advisorySnapshot: { id: snapshotId } }));
    }
    const units = Object.keys(commit).map((projectUnitId) => ({
      projectUnitId,
      path: projectUnitId,
      type: 'npm',
      status: 'completed',
      charge: {},
    }));
    return { ...owner, scanId, units } as unknown as Scan;
  };

  const index = (scan: Scan, followed: number, given: IndexPorts = ports): Promise<void> =>
    indexComponents({ scan, followed }, given, noon);

  /** Lists the items of the index, without the revisions that wrote them. */
  const content = (): Omit<IndexedComponent, 'revision'>[] =>
    store
      .all('indexedComponent')
      .filter(({ removedAt }) => removedAt === undefined)
      .map(({ revision: _revision, ...item }) => item)
      .sort((a, b) => (a.package + a.projectUnitId < b.package + b.projectUnitId ? -1 : 1));

  const lists = (): string[] => [...blobs.objects.keys()].filter((name) => name.startsWith('index/'));

  return { store, blobs, ports, requests, scanOf, index, content, lists };
};
