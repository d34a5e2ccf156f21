import type { SourceFiles } from '../model/source-files.ts';

/** A language runtime that the repository pins. */
export interface PinnedRuntime {
  product: 'node' | 'python';
  version: string;
  file: string;
}

const names: Record<string, PinnedRuntime['product']> = {
  '.node-version': 'node',
  '.nvmrc': 'node',
  '.python-version': 'python',
};

const largest = 1024;
const pinned = /^v?(\d{1,3}(?:\.\d{1,5}){0,2})$/;

/**
 * Returns the runtimes that version manager files in the unit's root pin. A range in a manifest says what is
 * allowed, not what runs, and a name (`lts/*`) is not a version: neither counts as a pin.
 */
export const pinnedRuntimes = (files: SourceFiles): PinnedRuntime[] =>
  files.entries.flatMap(({ path, sizeBytes }) => {
    const product = Object.hasOwn(names, path) ? names[path] : undefined;
    if (!product || sizeBytes > largest) return [];
    const [first = ''] = Buffer.from(files.read(path)).toString('utf8').trim().split(/\s/, 1);
    const version = pinned.exec(first)?.[1];
    return version === undefined ? [] : [{ product, version, file: path }];
  });
