import { compareText } from '../model/compare-text.ts';
import type { Component, ComponentUse, Inventory, PackageUses } from '../model/component.ts';
import { namePaths } from '../sca/dependency-path.ts';
import { advisedKeysOf, packageKeyOf } from './package-key.ts';

/** Far above any real unit; bounds the record of a hostile one. */
const maxUses = 50;
const longestPath = 8;
const shownAtEachEnd = 3;
const longestText = 300;

const shortened = (path: readonly string[]): string[] =>
  path.length <= longestPath
    ? [...path]
    : [...path.slice(0, shownAtEachEnd), '…', ...path.slice(-shownAtEachEnd)];

const cut = (text: string): string => text.slice(0, longestText);

const useOf = (component: Component, pathOf: (component: Component) => string[]): ComponentUse => ({
  ...(component.version !== undefined && { version: cut(component.version) }),
  scope: component.scope,
  direct: component.direct,
  file: cut(component.file),
  path: shortened(pathOf(component)).map(cut),
});

const useKey = ({ version = '', file, path }: ComponentUse): string => JSON.stringify([version, file, path]);

/**
 * Lists the uses of each package of a unit. Paths have names without versions, so that an update of one package does
 * not change the uses of all its dependencies.
 */
export const packageUses = (inventory: Inventory): Map<string, PackageUses> => {
  const pathOf = namePaths(inventory);
  const byPackage = new Map<string, Map<string, ComponentUse>>();
  const add = (key: string, use: ComponentUse): void => {
    const uses = byPackage.get(key) ?? new Map<string, ComponentUse>();
    byPackage.set(key, uses);
    if (!uses.has(useKey(use))) uses.set(useKey(use), use);
  };
  for (const component of inventory.components) {
    const own = packageKeyOf(component);
    if (own !== undefined) add(own, useOf(component, pathOf));
    for (const { key, version } of advisedKeysOf(component))
      add(key, useOf({ ...component, ...(version !== undefined && { version }) }, pathOf));
  }
  return new Map(
    [...byPackage].map(([name, uses]) => {
      const sorted = [...uses].sort(([a], [b]) => compareText(a, b)).map(([, use]) => use);
      const isCut = sorted.length > maxUses;
      return [name, { uses: sorted.slice(0, maxUses), ...(isCut && { truncated: true }) }];
    }),
  );
};
