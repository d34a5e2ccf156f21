import type { Inventory } from '../model/component.ts';
import { isToolList, recognizeLockfile } from './recognize-file.ts';

/**
 * Returns a function that decides whether a file of the inventory lists what the unit's code depends on. A list of tools
 * does so only when it is what was uploaded.
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

/** Returns the files that were read and list what the unit's code depends on. */
export const readOfProject = (inventory: Pick<Inventory, 'unitType' | 'read'>): string[] =>
  inventory.read.filter(isProjectFile(inventory));
