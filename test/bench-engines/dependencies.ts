import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { licenseEngine } from '@scangate/engines/license/license-engine';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { engineInput, indexOf } from '../engines/sca/advisory-fixtures.ts';
import { comparator, installHint } from './comparators.ts';
import { advisoryRecords, pnpmLock, sbomDocument, unitOfPackages } from './dependency-input.ts';
import { timesRow } from './plain-pass.ts';
import { measureReaders } from './readers.ts';
import type { Row } from './row.ts';
import { bestMs, bestPairMs } from './stopwatch.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const section = 'Dependencies';

export const packageCount = 8000;
export const recordCount = 20_000;

interface Cdxgen {
  parsePnpmLock(path: string, parent?: object): Promise<{ pkgList?: unknown[] }>;
}

/** Measures cdxgen's parser alone, because its command line would run build tools of the input. */
const cdxgenMs = async (lockfile: string, beside?: string): Promise<Row['beside']> => {
  process.env['FETCH_LICENSE'] = 'false';
  const program = 'cdxgen';
  const cdxgen = (await comparator('@cyclonedx/cdxgen', beside, 'lib/helpers/utils.js')) as
    | Cdxgen
    | undefined;
  if (!cdxgen) return { program, missing: installHint('@cyclonedx/cdxgen') };
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  try {
    const path = join(directory, 'pnpm-lock.yaml');
    writeFileSync(path, lockfile);
    return { program, value: await bestMs(() => cdxgen.parsePnpmLock(path)) };
  } finally {
    rmSync(directory, { recursive: true });
  }
};

export const measureDependencies = async (beside?: string): Promise<Row[]> => {
  // The inputs of the others would make the garbage collector's part of a short pass larger.
  const readers = await measureReaders();
  const lockfile = pnpmLock(1e6);
  const document = sbomDocument(10e6);
  const unit = unitOfPackages(packageCount);
  const advisories = indexOf(...advisoryRecords(recordCount));
  const input = engineInput(unit, advisories);
  const perSecond = async (run: () => unknown): Promise<number> => (packageCount / (await bestMs(run))) * 1e3;
  const judge = (): void => {
    const parsed: unknown = JSON.parse(document);
    if (validateSbom(parsed).length > 0) throw new Error('the generated SBOM is not valid');
    const order = engineInput(inventoryFromSbom(parsed), advisories);
    scaEngine.run(order);
    licenseEngine.run(order);
  };
  const judged = { section, what: `SBOM of ${(document.length / 1e6).toFixed(1)} MB validated and judged` };
  const judging = await bestPairMs(judge, () => JSON.parse(document), 3);
  return [
    ...readers,
    {
      section,
      what: `pnpm-lock.yaml of ${(lockfile.length / 1e6).toFixed(1)} MB to an inventory`,
      value: await bestMs(() => readUploadedLockfile('pnpm-lock.yaml', lockfile)),
      unit: 'ms',
      beside: await cdxgenMs(lockfile, beside),
    },
    { ...judged, value: judging.ms, unit: 'ms' },
    timesRow(judged, { ...judging, plain: 'JSON.parse', atMost: 50 }),
    {
      section,
      what: `sca: ${packageCount} packages against ${recordCount} advisories`,
      value: await perSecond(() => scaEngine.run(input)),
      unit: 'packages/s',
      beside: { program: 'retire', missing: 'needs its list from the network' },
    },
    {
      section,
      what: `license: ${packageCount} packages`,
      value: await perSecond(() => licenseEngine.run(input)),
      unit: 'packages/s',
    },
    {
      section,
      what: `dependency-advisor: ${packageCount} packages`,
      value: await perSecond(() => advisorEngine.run(input)),
      unit: 'packages/s',
    },
  ];
};
