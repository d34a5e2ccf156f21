import type { Component, PackageEcosystem } from '@scangate/engines/model/component';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { readUsage } from '@scangate/engines/import-usage/read-usage';
import { component, inventory } from '../sca/advisory-fixtures.ts';
import { unitOf, type Content } from '../source-unit.ts';

const direct = (ecosystem: PackageEcosystem, name: string): Component =>
  component({ ecosystem, name, ref: `${ecosystem}/${name}`, direct: true });

export interface UnitOfCode {
  ecosystem: PackageEcosystem;
  packages: readonly string[];
  skipped?: SkippedFile[];
}

/** Says of each package where it is imported, `not imported`, or `unknown`. */
export const usageIn = (
  files: Record<string, Content>,
  { ecosystem, packages, skipped = [] }: UnitOfCode,
) => {
  const usage = readUsage(unitOf(files), inventory(packages.map((name) => direct(ecosystem, name))), skipped);
  return Object.fromEntries(
    packages.map((name) => {
      const found = usage?.packages.find((each) => each.name === name.toLowerCase() || each.name === name);
      const places = found?.places.map(([file, line]) => `${usage?.files[file]}:${line}`);
      if (!places) return [name, 'unknown'];
      return [name, places.length === 0 ? 'not imported' : places.join(' ')];
    }),
  );
};
