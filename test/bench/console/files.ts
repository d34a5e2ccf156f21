import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleBuild } from '#local/console/console-build.ts';
import type { Figure } from '../figures.ts';
import type { FirstContent } from './first-content.ts';
import { modulesByFile } from './modules.ts';

const kilobytes = (bytes: number): number => Math.round((bytes / 1_000) * 10) / 10;

export type FileSizes = ReadonlyMap<string, number>;

/** Returns the size of each file as it is sent: compressed, but for fonts, which are so by themselves. */
export const fileSizes = async (): Promise<FileSizes> => {
  const folder = join(await consoleBuild(), 'assets');
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, name.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length];
    }),
  );
};

/** Sums up the files of a kind, such as `js`. */
export const kilobytesOf = (sizes: FileSizes, kind: string, names: Iterable<string>): number =>
  kilobytes(
    [...new Set(names)]
      .filter((name) => name.endsWith(`.${kind}`))
      .reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0),
  );

const limits = { js: 150, css: 20, woff2: 75 };
const chunkLimit = 60;
const unit = 'KB';

/** The paths of modules that the first files leave out. A hint is a few lines of ours, and may be there. */
const apart = {
  overlays:
    /\/console\/src\/parts\/overlays\/(?!lazy-menu|hint\.)|\/@base-ui\/react\/(?!csp-provider|internals\/csp-context)/,
  plots: /\/console\/src\/plots\/|\/d3-[a-z]+\//,
  tables: /\/console\/src\/parts\/tables\/|\/@tanstack\/(?:react-virtual|virtual-core)\//,
  'other routes': /\/console\/src\/routes\/(?!overview\/|index\.ts|open-pages\.ts)/,
} as const;

/** Measures the files that the Overview loads until its first content, and every other one, compressed as they are sent. */
export const fileFigures = async (
  sizes: FileSizes,
  { files, laterFiles }: FirstContent,
): Promise<Figure[]> => {
  const modules = await modulesByFile();
  const first = files.flatMap((name) => modules.get(name) ?? []);
  const lazy = [...sizes].filter(([name]) => name.endsWith('.js') && !files.includes(name));
  const section = 'files of the Overview, gzip';
  return [
    ...Object.entries(limits).map(([kind, limit]): Figure => ({
      section,
      what: `${kind}, to its first content`,
      unit,
      value: kilobytesOf(sizes, kind, files),
      limit,
    })),
    { section, what: 'js, after it', unit, value: kilobytesOf(sizes, 'js', laterFiles) },
    ...Object.entries(apart).map(([what, path]): Figure => ({
      section,
      what: `${what} in the first files`,
      unit: 'modules',
      value: first.length === 0 ? Number.NaN : first.filter((id) => path.test(id)).length,
      limit: 0,
    })),
    ...largestChunks(lazy),
  ];
};

const shown = 5;

const largestChunks = (lazy: readonly [string, number][]): Figure[] =>
  lazy
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([name, size]) => ({
      section: `lazy chunks, gzip, the ${shown} largest of ${lazy.length}`,
      what: name.replace(/-[\w-]{8}\.js$/, ''),
      unit,
      value: kilobytes(size),
      limit: chunkLimit,
    }));
