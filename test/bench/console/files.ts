import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleBuild } from '#local/console/console-build.ts';
import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';

const kilobytes = (bytes: number): number => Math.round((bytes / 1_000) * 10) / 10;

const limits = { js: 150, css: 20, woff2: 75 };
const chunkLimit = 60;

/** Measures the files that the Overview loads, and every other one, compressed as they are sent. */
export const measureFiles = async ({
  organizationId,
  ...organization
}: SampleOrganization): Promise<Figure[]> => {
  const folder = join(await consoleBuild(), 'assets');
  const sizes = new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, name.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length];
    }),
  );
  const visit = await openAs(organization, 'owner');
  await visit.page.goto(`${consoleUrl()}/console/o/${organizationId}`);
  await settle(visit);
  await visit.close();
  const loaded = new Set(visit.requests.map((url) => url.slice(url.lastIndexOf('/') + 1)));
  const sumOf = (kind: string): number =>
    [...sizes]
      .filter(([name]) => name.endsWith(`.${kind}`) && loaded.has(name))
      .reduce((sum, [, size]) => sum + size, 0);
  const initial = Object.entries(limits).map(([kind, limit]): Figure => ({
    section: 'files of the Overview',
    what: `initial ${kind}, gzip`,
    unit: 'KB',
    value: kilobytes(sumOf(kind)),
    limit,
  }));
  const lazy = [...sizes].filter(([name]) => name.endsWith('.js') && !loaded.has(name));
  const [name = 'none', size = 0] = lazy.toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return [
    ...initial,
    {
      section: 'lazy chunks',
      what: `the largest, ${name.replace(/-[\w-]{8}\.js$/, '')}, gzip`,
      unit: 'KB',
      value: kilobytes(size),
      limit: chunkLimit,
    },
  ];
};
