import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';

const maxMembers = 200;

/**
 * Returns the manifests of members that a workspace names in folders of third-party code, where manifests are not looked for:
 * what a project names as its own is its own. Members that a pattern with `*` means there are noted.
 */
export const vendoredMembers = (
  patterns: readonly string[],
  file: string,
  { path, notes, readText }: Pick<LockfileInput, 'path' | 'notes' | 'readText'>,
): string[] => {
  const found: string[] = [];
  for (const pattern of new Set(patterns)) {
    const place = posix.join(directoryOf(path), pattern);
    if (pattern.startsWith('!') || !isThirdPartyPath(`${place}/x`)) continue;
    const manifest = posix.join(place, file);
    const isRead = found.length < maxMembers && !pattern.includes('*') && readText(manifest) !== undefined;
    if (isRead) found.push(manifest);
    else notes.add('members of the workspace in folders of third-party code that are not read', pattern);
  }
  return found;
};
