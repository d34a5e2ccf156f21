import type { Inventory } from '@scangate/engines/model/component';
import { mavenSettingsBelow } from '@scangate/engines/units/maven-settings';
import type { DependencyFiles } from '../dependency-files.ts';

const maxFiles = 50;

/** Notes settings of Maven that hold where a build is started in a folder of the unit. */
export const settingsBelow = (unit: Pick<DependencyFiles, 'builds' | 'paths'>): Inventory['notes'] => {
  const poms = unit.builds.flatMap(({ type, paths }) => (type === 'maven' ? paths : []));
  if (poms.length === 0) return [];
  const files = mavenSettingsBelow(unit.paths, poms).slice(0, maxFiles);
  return files.map((file) => ({ file, reason: 'settings of Maven below the root of the unit are not read' }));
};
