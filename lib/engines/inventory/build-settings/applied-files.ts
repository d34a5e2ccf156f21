import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { baseNameOf, directoryOf } from '@scangate/engines/units/paths';
import { placesIn, scriptsIn } from '../jvm/gradle-places.ts';
import { gradleStatements } from '../jvm/gradle-statements.ts';

/** Returns the end of a path that states it without variables. */
export const statedEnd = (place: string): string => {
  const segments = place.split('/');
  const from = segments.findLastIndex((each) => each === '.' || each === '..' || each.includes('$'));
  return segments.slice(from + 1).join('/');
};

/** Returns whether a path may be the one that ends so. */
export const endsWithPath = (path: string, end: string): boolean => path === end || path.endsWith(`/${end}`);

/** The scripts that other ones apply. */
export interface AppliedFiles {
  /** The files that may be meant, whatever they are called and wherever they are. */
  found: ReadonlySet<string>;
  /** Whether a script or build that a script names is not read, or has a computed name. */
  hasUnread: boolean;
}

/** Finds the scripts that other ones apply. Those above the unit are not looked for. */
export const appliedFiles = (
  scripts: readonly string[],
  paths: readonly string[],
  readText: (path: string) => string | undefined,
): AppliedFiles => {
  const byName = Map.groupBy(paths, baseNameOf);
  const found = new Set<string>();
  const queue = [...scripts];
  const known = new Set(queue);
  let hasUnread = false;
  for (const script of queue) {
    const text = readText(script) ?? '';
    if (!text.includes('apply') && !text.includes('includeBuild')) continue;
    for (const { blocks, tokens } of gradleStatements(text, script.endsWith('.kts'))) {
      const isOther = tokens[0]?.value === 'includeBuild';
      // A build in a folder of third-party code is not read.
      if (isOther && placesIn(tokens, blocks).some((place) => isThirdPartyPath(`${place}/x`)))
        hasUnread = true;
      for (const place of scriptsIn(tokens, blocks)) {
        const end = statedEnd(place);
        const files = (byName.get(baseNameOf(end)) ?? []).filter((path) => endsWithPath(path, end));
        const isAbove = posix.join(directoryOf(script), place).startsWith('../');
        if (end === '' || (files.length === 0 && !isAbove)) hasUnread = true;
        for (const file of files) {
          found.add(file);
          if (!known.has(file)) queue.push(file);
          known.add(file);
        }
      }
    }
  }
  return { found, hasUnread };
};
