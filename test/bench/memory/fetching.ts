import * as git from 'isomorphic-git';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { author } from '../repository.ts';
import type { Figure } from '../figures.ts';
import { newTenant, type BenchService } from '../service.ts';
import { peakOf, planOf } from './memory.ts';

const name = 'fetch-small-source';
/** The largest unit that counts as small, where the reviewed side has other contents of every file. */
const files = 3_900;
const fileBytes = 2_100;
const perFolder = 100;

const pathOf = (index: number): string => `src/${Math.floor(index / perFolder)}/${index}.js`;

/** Code that no file shares with another, and that compresses badly. */
const codeOf = (index: number, side: string): string => {
  const lines: string[] = [];
  for (let line = 0, bytes = 0; bytes < fileBytes; line += 1) {
    const value = Math.abs(Math.imul(index * 977 + line * 131 + side.length * 7, 2_654_435_761)).toString(36);
    lines.push(`const v${line} = load(${JSON.stringify(`${side}-${index}-${value}`)});`);
    bytes += lines.at(-1)?.length ?? 0;
  }
  return `${lines.join('\n')}\n`;
};

/** Makes a repository whose branch has other contents of every file than the default branch. @returns the branch's commit. */
const makeLargeUnit = async (dir: string): Promise<string> => {
  fs.mkdirSync(dir, { recursive: true });
  await git.init({ fs, dir, defaultBranch: 'main' });
  const commit = async (side: string): Promise<string> => {
    for (let index = 0; index < files; index += 1) {
      if (index % perFolder === 0) fs.mkdirSync(join(dir, pathOf(index), '..'), { recursive: true });
      fs.writeFileSync(join(dir, pathOf(index)), codeOf(index, side));
    }
    fs.writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: side, version: '1.0.0' }));
    await git.add({ fs, dir, filepath: '.' });
    return git.commit({ fs, dir, message: side, author });
  };
  await commit('reviewed');
  await git.branch({ fs, dir, ref: 'change', checkout: true });
  return commit('changed');
};

/** Measures the memory of the smaller function that fetches, with its sandboxes, for the largest commit that it is asked for. */
export const measureFetching = async (service: BenchService, bundles: string): Promise<Figure[]> => {
  const url = join(service.cloud.data, '..', 'bench', 'fetched');
  const commitHash = await makeLargeUnit(url);
  const { owner, organizationId } = await newTenant(service, 10);
  const fullName = 'bench/fetched';
  const connected = { body: { url, fullName } };
  const { repositoryId } = await service.expectStatus(201, 'POST', '/v1/repositories', owner, connected);
  const event = {
    repository: { organizationId, repositoryId, fullName, url },
    scan: {
      scanId: '00000000-0000-7000-8000-000000000001',
      commitHash,
      fullScope: true,
      scanTypes: ['sbom', 'sca', 'license', 'secrets', 'sast'],
    },
    reviewed: { branches: ['main'] },
    carries: true,
  };
  const { memoryMb } = planOf(service, name);
  const peak = await peakOf(service, bundles, { name, events: [event] }, memoryMb);
  if (peak && !('found' in (peak.result as object)))
    throw new Error(`the commit was not fetched: ${JSON.stringify(peak.result)}`);
  const figure = {
    section: 'Memory of a fetch',
    what: `${name}: 8 MB in ${files} files, all of them changed`,
  };
  const inMb = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  const own = peak?.peakBytes ?? Number.POSITIVE_INFINITY;
  return [
    { ...figure, unit: 'MB of the handler', value: inMb(own) },
    { ...figure, unit: 'MB as configured', value: inMb(own + (peak?.childrenBytes ?? 0)), limit: memoryMb },
  ];
};
