import { baseNameOf } from '@scangate/engines/units/paths';

/** Returns the go.work files that replace modules and that were not read by themselves: they are beside a go.mod. */
export const replacingWorkspaces = (
  paths: readonly string[],
  known: ReadonlySet<string>,
  readText: (path: string) => string | undefined,
): { path: string; text: string }[] =>
  paths.flatMap((path) => {
    const text = baseNameOf(path) === 'go.work' && !known.has(path) ? readText(path) : undefined;
    return text?.includes('replace') ? [{ path, text }] : [];
  });
