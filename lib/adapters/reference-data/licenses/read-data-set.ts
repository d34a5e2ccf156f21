import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import type { LicenseTables } from '@scangate/engines/license/license-snapshot';
import { UnreadableSource } from '../osv/record-source.ts';
import { dataSetFile, tableFiles, type LicenseDataSet } from './tables.ts';

const largestBytes = 64 * 1024 * 1024;

const about = z.object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) });
const table = z.record(z.string().max(1000), z.string());

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** Returns whether a source is a folder of license tables. */
export const isLicenseDataSet = (source: string): Promise<boolean> => exists(join(source, dataSetFile));

const parsed = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
  try {
    if ((await stat(path)).size > largestBytes) throw new Error('it is too large');
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new UnreadableSource(`${path} is not a license table`, { cause: error });
  }
};

/** Reads a folder of license tables. @throws UnreadableSource when a part is damaged or none is there. */
export const readLicenseDataSet = async (folder: string): Promise<LicenseDataSet> => {
  const { day } = await parsed(join(folder, dataSetFile), about);
  const tables: LicenseTables = {};
  for (const [ecosystem, file] of Object.entries(tableFiles)) {
    const path = join(folder, file);
    if (await exists(path)) tables[ecosystem as PackageEcosystem] = await parsed(path, table);
  }
  if (Object.keys(tables).length === 0) throw new UnreadableSource('the folder has no license tables');
  return { day, tables };
};
