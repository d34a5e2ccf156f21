import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import { placesIn, scriptsIn } from '../jvm/gradle-places.ts';
import { gradleStatements } from '../jvm/gradle-statements.ts';
import { PathsByEnd } from './paths-by-end.ts';

/** Returns the end of a path that states it without variables. */
export const statedEnd = (place: string): string => {
  const segments = place.split('/');
  const from = segments.findLastIndex((each) => each === '.' || each === '..' || each.includes('$'));
  return segments.slice(from + 1).join('/');
};

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
  const byEnd = new PathsByEnd(paths);
  const followed = new Set<string>();
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
        const files = end === '' ? [] : byEnd.find(end);
        const isAbove = posix.join(directoryOf(script), place).startsWith('../');
        if (end === '' || (files.length === 0 && !isAbove)) hasUnread = true;
        if (followed.has(end)) continue;
        followed.add(end);
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
