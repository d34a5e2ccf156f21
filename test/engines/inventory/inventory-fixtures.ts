import type { Component, Inventory } from '@scangate/engines/model/component';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { readInventory } from '@scangate/engines/inventory/read-inventory';

export type Contents = Record<string, string | Uint8Array>;

export const filesOf = (contents: Contents): SourceFiles => {
  const bytes = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]));
  return {
    entries: [...bytes].map(([path, { length }]) => ({ path, sizeBytes: length })).sort(byPath),
    read: (path) => {
      const content = bytes.get(path);
      if (!content) throw new Error(`no file ${path}`);
      return content;
    },
  };
};

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

export const inventoryOf = (contents: Contents): Inventory => readInventory(filesOf(contents), 'source');

/** Returns a component by `name` or `name@version`. */
export const componentOf = (inventory: Inventory, named: string): Component => {
  const found = inventory.components.filter(
    ({ name, version }) => name === named || `${name}@${version}` === named,
  );
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} components are ${named}`);
  return found[0];
};

/** Returns `name@version` of all components. */
export const namesOf = ({ components }: Inventory): string[] =>
  components.map(({ name, version }) => (version === undefined ? name : `${name}@${version}`)).sort();

export const reasonsOf = (list: Inventory['notes']): string[] =>
  list.map(({ file, reason }) => `${file}: ${reason}`);

/** A real SHA-512 as npm writes it, and in hex. */
export const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
export const integrityHex = '07'.repeat(64);
