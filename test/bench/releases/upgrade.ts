import { openUpgrade, previousRelease } from '#test/support/releases/upgrade-diff.ts';
import type { Figure } from '../figures.ts';

/** Counts what `cdk diff` would remove or replace in an upgrade from the release before. */
export const measureUpgrade = async (): Promise<Figure[]> => {
  const upgrade = openUpgrade();
  let value = 0;
  for (const name of Object.keys(previousRelease.stacks)) value += (await upgrade(name)).replacing.length;
  const what = `upgrade from ${previousRelease.version}`;
  return [{ section: 'Releases', what, unit: 'resources replaced', value, limit: 0 }];
};
