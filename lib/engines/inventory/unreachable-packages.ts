import type { LockfileFormat } from './formats.ts';
import type { LockfileContent } from './lockfile-reader.ts';
import type { Notes } from './gap-notes.ts';
import { markReachable, type Reachable } from './scopes-by-reachability.ts';

/**
 * The formats with a complete graph whose tools remove packages that nothing requests. npm, Bun and Yarn also list
 * requests of peers and workspaces, and Mix keeps packages that are no longer requested.
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

/**
 * Notes the packages that are reachable from neither a root nor a local package: an entry has lost its dependencies.
 */
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

/** Notes such packages in formats that allow recognizing them. */
export const noteUnreachableOf = (format: LockfileFormat, content: LockfileContent, notes: Notes): void => {
  if (pruned.has(format)) noteUnreachable(content, notes);
};
