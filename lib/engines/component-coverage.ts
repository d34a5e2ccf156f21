import type { Component, Inventory } from './model/component.ts';
import type { Coverage } from './model/coverage.ts';
import type { ScanType } from './model/scan-type.ts';
import { isProjectFile, readOfProject } from './units/project-files.ts';
import { isToolList } from './units/recognize-file.ts';

type Gap = Coverage['gaps'][number];

/** Coverage is part of a stored verdict and stays small: further gaps are counted in one last entry. */
const maxGaps = 100;

/** Counts gaps by reason and file. */
export interface GapCounter {
  count(reason: string, file?: string, by?: number): void;
  /** Returns the gaps in the order of their first occurrence. */
  list(): Gap[];
}

export const gapCounter = (): GapCounter => {
  const gaps: (Gap & { count: number })[] = [];
  const byReason = new Map<string, Map<string | undefined, Gap & { count: number }>>();
  return {
    count(reason, file, by = 1) {
      let byFile = byReason.get(reason);
      if (!byFile) byReason.set(reason, (byFile = new Map()));
      const known = byFile.get(file);
      if (known) {
        known.count += by;
        return;
      }
      const gap = { reason, ...(file !== undefined && { file }), count: by };
      byFile.set(file, gap);
      gaps.push(gap);
    },
    list: () => [...gaps],
  };
};

/** Numbers of components that an engine could evaluate. */
interface Evaluated {
  assessed: number;
  /** Those of them that come from lists of tools. */
  assessedTools?: number;
}

/** Counts the components that an engine could evaluate. */
export const assessedTally = (
  inventory: Inventory,
): Required<Evaluated> & { add(component: Pick<Component, 'file'>): void } => {
  const isOfProject = isProjectFile(inventory);
  return {
    assessed: 0,
    assessedTools: 0,
    add({ file }) {
      this.assessed += 1;
      if (!isOfProject(file)) this.assessedTools += 1;
    },
  };
};

/** Returns the gaps of the inventory, which every engine that evaluates components shares. */
const inventoryGaps = ({ unread, notes }: Inventory): Gap[] => {
  const noted = gapCounter();
  for (const { reason, file } of notes) noted.count(reason, file);
  return [...unread.map(({ reason, file }) => ({ reason, file })), ...noted.list()];
};

const shortened = (gaps: Gap[]): Gap[] => {
  if (gaps.length <= maxGaps) return gaps;
  const rest = gaps.slice(maxGaps - 1).reduce((sum, { count = 1 }) => sum + count, 0);
  return [...gaps.slice(0, maxGaps - 1), { reason: 'further gaps, not listed', count: rest }];
};

/** True if no file that was read has an entry for any dependency of its project. */
const resolvesNothing = (read: readonly string[], { resolvingNothing = [] }: Inventory): boolean =>
  read.length > 0 && read.every((file) => resolvingNothing.includes(file));

/** Returns whether only lists of tools were found, all were read, and no advisories exist for those tools. */
const hasOnlyTools = (inventory: Inventory, assessed: number): boolean =>
  assessed === 0 &&
  readOfProject(inventory).length === 0 &&
  inventory.unread.length === 0 &&
  inventory.components.every(({ file, ecosystem }) => ecosystem === undefined && isToolList(file));

/**
 * Returns the coverage of an engine that evaluates components. It is `unassessed` without any dependency file, when
 * nothing could be evaluated, or when the evaluated components are not the project's dependencies. Tools do not make
 * up for dependencies that could not be evaluated, and do not count on their own.
 * @param result the evaluated components, and the gaps in addition to those of the inventory.
 */
export const componentCoverage = (
  scanType: ScanType,
  inventory: Inventory,
  { assessed, assessedTools = 0, gaps }: Evaluated & { gaps: readonly Gap[] },
): Coverage => {
  const read = readOfProject(inventory);
  const isEmpty = hasOnlyTools(inventory, assessed);
  const all = [
    ...(isEmpty ? [{ reason: 'no dependency file was found' }] : []),
    ...inventoryGaps(inventory),
    ...gaps,
  ];
  const complete = all.length === 0 ? 'assessed' : 'partial';
  const hasProject = read.length > 0 || inventory.unread.some(({ file }) => !isToolList(file));
  const evaluated = hasProject ? assessed - assessedTools : assessed;
  const isUnassessed = (evaluated === 0 && all.length > 0) || resolvesNothing(read, inventory);
  const status = isUnassessed ? 'unassessed' : complete;
  return {
    scanType,
    status,
    assessed,
    gaps: shortened(all),
    ...(isEmpty && { nothingToAssess: true }),
  };
};
