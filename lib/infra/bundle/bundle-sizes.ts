import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleDirectory, entryName } from './bundle-functions.ts';

export interface BundleSize {
  name: string;
  bytes: number;
  /** The bytes that a start loads, without the files that are loaded on demand. */
  startBytes: number;
  /** Roughly the bytes that are uploaded, and loaded at a cold start. */
  gzipBytes: number;
}

/** A part that is required on demand stands in the function of a promise. */
const requiredAtStart = /(?<!\.then\(\(\)=>(?:[\w$]+\()?)require\("\.\/(part-\w+\.cjs)"\)/g;

/** The files of a bundle that its entry requires as it starts. */
const startFiles = (files: ReadonlyMap<string, Buffer>): Set<string> => {
  const found = new Set<string>();
  const follow = (name: string): void => {
    const contents = files.get(name);
    if (!contents || found.has(name)) return;
    found.add(name);
    for (const [, part = ''] of contents.toString().matchAll(requiredAtStart)) follow(part);
  };
  follow(entryName);
  return found;
};

/** Measures the bundles of the last run, largest first. */
export const bundleSizes = async (directory?: string): Promise<BundleSize[]> => {
  const bundles = bundleDirectory(directory);
  const listed = await readdir(bundles, { recursive: true, withFileTypes: true });
  const folders = new Map<string, Map<string, Buffer>>();
  for (const file of listed.filter((entry) => entry.isFile())) {
    const name = relative(bundles, file.parentPath).split(/[\\/]/)[0] ?? basename(file.parentPath);
    const files = folders.get(name) ?? new Map<string, Buffer>();
    const path = join(file.parentPath, file.name);
    files.set(relative(join(bundles, name), path), await readFile(path));
    folders.set(name, files);
  }
  const sum = (contents: Iterable<Buffer>, sizeOf: (one: Buffer) => number) =>
    [...contents].reduce((total, one) => total + sizeOf(one), 0);
  const sizes = [...folders].map(([name, files]): BundleSize => {
    const isSplit = [...files.keys()].some((file) => file.startsWith('part-'));
    const start = startFiles(files);
    const started = [...files]
      .filter(([file]) => !isSplit || start.has(file))
      .map(([, contents]) => contents);
    return {
      name,
      bytes: sum(files.values(), ({ length }) => length),
      startBytes: sum(started, ({ length }) => length),
      gzipBytes: sum(files.values(), (contents) => gzipSync(contents).length),
    };
  });
  return sizes.toSorted((a, b) => b.bytes - a.bytes);
};
