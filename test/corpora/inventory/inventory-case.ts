import type { Component, Inventory } from '@scangate/engines/model/component';
import type { UnitType } from '@scangate/engines/model/project-unit';

/** A small unit and its expected components. */
export interface InventoryCase {
  name: string;
  /** File contents by path. */
  files: Record<string, string>;
  unitType: UnitType;
  /** Lines in the format of `inventoryLines`. */
  expected: string[];
}

const lineOf = ({ purl, name, version, scope, direct }: Component): string => {
  const named = purl ?? `local:${name}${version === undefined ? '' : `@${version}`}`;
  return `${named} ${scope} ${direct ? 'direct' : 'transitive'}`;
};

/** Formats each component as `purl scope direct|transitive`, sorted; `local:name@version` without a purl. */
export const inventoryLines = ({ components }: Inventory): string[] => components.map(lineOf).sort();
