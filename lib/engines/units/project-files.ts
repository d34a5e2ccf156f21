import type { Inventory } from '../model/component.ts';
import { isToolList, recognizeLockfile } from './recognize-file.ts';

/**
 * Returns a function that decides whether a file of the inventory lists dependencies of the unit's code. A list of
 * tools only counts when it was uploaded by itself.
 */
export const isProjectFile = ({ unitType }: Pick<Inventory, 'unitType'>): ((file: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (file) => {
    let answer = known.get(file);
    if (answer === undefined) {
      answer = !isToolList(file) || recognizeLockfile(file)?.type === unitType;
      known.set(file, answer);
    }
    return answer;
  };
};

/** Returns the files that were read and list dependencies of the unit's code. */
export const readOfProject = (inventory: Pick<Inventory, 'unitType' | 'read'>): string[] =>
  inventory.read.filter(isProjectFile(inventory));
