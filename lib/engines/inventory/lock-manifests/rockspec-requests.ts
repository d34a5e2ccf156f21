import { directoryOf } from '@scangate/engines/units/paths';
import type { ManifestReader } from './manifest-reader.ts';

const list = /(?:^|\n)[ \t]{0,40}dependencies[ \t]{0,40}=\s{0,40}\{([^{}]{0,20000})\}/;
const quoted = /["']([\w./-]{1,200})(?:[ \t<>=~!,][^"'\n]{0,200})?["']/g;

/** Returns the name of a rock without the user who publishes it. LuaRocks does not tell case apart. */
export const rockName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** Reads the rocks that the rockspecs beside a lockfile depend on. */
export const rockspecRequests: ManifestReader = ({ path, readText, findNearby }) => {
  const directory = directoryOf(path);
  const names = findNearby('*.rockspec')
    .filter((file) => directoryOf(file) === directory)
    .flatMap((file) => {
      const text = (readText(file) ?? '').replaceAll(/--[^\n]*/g, '');
      return [...(list.exec(text)?.[1] ?? '').matchAll(quoted)].flatMap(([, name]) => name ?? []);
    });
  // The interpreter itself is not a rock.
  return { names: names.filter((name) => rockName(name) !== 'lua') };
};
