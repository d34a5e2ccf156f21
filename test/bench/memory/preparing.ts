import { join } from 'node:path';
import { makeUnits } from '../cases/units.ts';
import type { Figure } from '../figures.ts';
import { newTenant, type BenchService } from '../service.ts';
import { clearFaults } from '../workflows.ts';
import { peakOf, planOf } from './memory.ts';

const name = 'prepare-scan';
/** 1,000 are the most that a scan has. */
const sizes = [200, 1_000];

interface Place {
  service: BenchService;
  bundles: string;
}

const measureOne = async (units: number, { service, bundles }: Place): Promise<Figure> => {
  const fullName = `bench/prepared-${units}`;
  const path = join(service.cloud.data, '..', fullName);
  const commitHash = await makeUnits(path, units);
  const { owner, token, organizationId } = await newTenant(service, 2 * units);
  const connected = { body: { url: path, fullName } };
  const { repositoryId } = await service.expectStatus(201, 'POST', '/v1/repositories', owner, connected);
  // No workflow runs the task beside this one.
  const throttled = { service: 'sfn', operation: 'StartExecution', kind: 'throttle', times: 100 };
  await service.expectStatus(201, 'POST', '/_local/faults', undefined, { body: throttled });
  const asked = { body: { repositoryId, commitHash, branch: 'main' } };
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, asked);
  const { memoryMb } = planOf(service, name);
  const peak = await peakOf(service, bundles, { name, events: [{ organizationId, scanId }] }, memoryMb);
  await clearFaults(service);
  const { status } = await service.expectStatus(200, 'GET', `/v1/scans/${String(scanId)}`, token);
  if (peak && status !== 'completed') throw new Error(`a scan of ${units} units is ${String(status)}`);
  return {
    section: 'Memory of a preparation',
    what: `${name}: ${units} units, scanned and judged`,
    unit: 'MB as configured',
    value: peak ? Math.round(peak.peakBytes / 1024 / 1024) : Number.POSITIVE_INFINITY,
    limit: memoryMb,
  };
};

/** Measures the memory of the task that prepares and ends a scan of many small units, which other functions scan meanwhile. */
export const measurePreparing = async (service: BenchService, bundles: string): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const units of sizes) figures.push(await measureOne(units, { service, bundles }));
  return figures;
};
