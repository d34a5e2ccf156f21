import { unknownRequests, unknownTransitives } from '../inventory/build-reader.ts';
import type { Inventory } from '../model/component.ts';
import { recognizeBuildFile, recognizeLockfile } from './recognize-file.ts';

/** Returns whether a build without a lockfile was resolved by published poms, and none of them is missing. */
const isResolved = ({ poms, notes }: Inventory): boolean =>
  poms !== undefined &&
  !notes.some(({ reason }) => reason.startsWith(unknownTransitives) || reason.startsWith(unknownRequests));

/**
 * Returns a function that tells whether a file says which of its packages needs which. Where it does not, any package may
 * bring any other of its ecosystem.
 */
export const statedGraphs = (inventory: Inventory): ((file: string) => boolean) => {
  const known = new Map<string, boolean>();
  const statesGraph = (file: string): boolean => {
    const row = recognizeLockfile(file);
    if (row) return row.hasNoGraph !== true;
    return recognizeBuildFile(file) !== undefined && isResolved(inventory);
  };
  return (file) => {
    let states = known.get(file);
    if (states === undefined) known.set(file, (states = statesGraph(file)));
    return states;
  };
};
