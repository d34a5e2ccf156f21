import type { LockfileFormat } from './formats.ts';
import type { LockfileContent } from './lockfile-reader.ts';
import type { Notes } from './notes.ts';
import { markReachable, type Reachable } from './scopes-by-reachability.ts';

/**
 * The formats whose tools remove what nothing asks for, with a graph that is whole. npm, Bun and Yarn also list what
 * peers and workspaces ask for, and Mix keeps what is no longer asked for.
 */
const pruned: ReadonlySet<LockfileFormat> = new Set([
  'pnpm-lock',
  'poetry-lock',
  'uv-lock',
  'pdm-lock',
  'cargo-lock',
  'gemfile-lock',
  'composer-lock',
  'packages-lock',
  'project-assets',
  'gleam-manifest',
]);

/** Notes the packages that neither a root nor a local package leads to: an entry has lost its dependencies. */
export const noteUnreachable = ({ packages, roots }: LockfileContent, notes: Notes): void => {
  if (!roots) return;
  const locals = packages.flatMap(({ key, local }) => (local ? [key] : []));
  const from = { ...roots, required: [...roots.required, ...locals] };
  const byKey = new Map(
    packages.map((found): [string, Reachable] => [found.key, { found, scope: undefined }]),
  );
  markReachable(byKey, from);
  for (const { key, name } of packages)
    if (byKey.get(key)?.scope === undefined)
      notes.add('packages that nothing in the lockfile asks for', name);
};

/** Notes such packages where the format allows recognizing them. */
export const noteUnreachableOf = (format: LockfileFormat, content: LockfileContent, notes: Notes): void => {
  if (pruned.has(format)) noteUnreachable(content, notes);
};
