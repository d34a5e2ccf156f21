import type { UnitUsage } from './unit-usage.ts';
import type { LineIndex } from '../source-files/line-index.ts';

/** Bounds what is stored of a unit. */
const maxReferences = 20_000;

/** Collects the names of members that the files of a unit refer to, each once per file with its first line. */
export interface MemberTable {
  addFile(matches: Iterable<RegExpExecArray>, lines: () => LineIndex): void;
  close(): Pick<UnitUsage, 'names' | 'members' | 'truncated'>;
}

export const createMemberTable = (): MemberTable => {
  const positions = new Map<string, number>();
  const members: number[][] = [];
  let references = 0;
  let truncated = false;
  const positionOf = (name: string): number => {
    const known = positions.get(name);
    if (known !== undefined) return known;
    positions.set(name, positions.size);
    return positions.size - 1;
  };
  return {
    addFile(matches, lines) {
      const seen = new Set<string>();
      const ofFile: number[] = [];
      members.push(ofFile);
      for (const { 1: name = '', index } of matches) {
        if (seen.has(name)) continue;
        if (references >= maxReferences) {
          truncated = true;
          return;
        }
        seen.add(name);
        references += 1;
        ofFile.push(positionOf(name), lines().numberAt(index));
      }
    },
    close: () => ({ names: [...positions.keys()], members, ...(truncated && { truncated }) }),
  };
};
