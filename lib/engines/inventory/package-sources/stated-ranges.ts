import type { RequestedByFile } from '@scangate/engines/model/assessed-unit';
import type { Inventory } from '@scangate/engines/model/component';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { decodeText } from '../parse/decode-text.ts';
import { requestedRanges } from '../requested-ranges/requested-ranges.ts';

/** A longer range is a URL or hostile. */
const longestRange = 256;

/** Reads the ranges that the lockfiles of an inventory state; a file that cannot be read is a gap of the inventory. */
export const statedRanges = ({ components }: Inventory, files: SourceFiles): RequestedByFile =>
  [...new Set(components.map(({ file }) => file))].flatMap((path): RequestedByFile => {
    if (!files.entries.some((entry) => entry.path === path)) return [];
    try {
      const ranges = requestedRanges(path, decodeText(files.read(path)));
      if (!ranges) return [];
      const stated = [...ranges].map(([dependent, needs]): RequestedByFile[number][1][number] => [
        dependent,
        [...needs].filter(([, range]) => range.length <= longestRange),
      ]);
      return [[path, stated]];
    } catch {
      return [];
    }
  });
