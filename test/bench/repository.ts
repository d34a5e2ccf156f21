import * as git from 'isomorphic-git';
import * as fs from 'node:fs';
import { join } from 'node:path';

export const author = {
  name: 'bench',
  email: 'bench@example.com',
  timestamp: 1_767_225_600,
  timezoneOffset: 0,
};

const manifest = { name: 'bench', version: '1.0.0', dependencies: { minimist: '1.2.0' } };
const lockfile = {
  name: 'bench',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': manifest,
    'node_modules/minimist': {
      version: '1.2.0',
      resolved: 'https://registry.example.com/minimist/-/minimist-1.2.0.tgz',
      license: 'MIT',
    },
  },
};

export const files = {
  'package.json': JSON.stringify(manifest),
  'package-lock.json': JSON.stringify(lockfile),
  'index.js': "require('minimist')(process.argv);\n",
};

/** An OSV advisory for the only dependency, so that a scan has a finding. */
export const advisory = {
  id: 'BENCH-0001',
  modified: '2026-01-01T00:00:00Z',
  summary: 'An example',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.6' }] }],
    },
  ],
};

/** Makes a git repository with one project unit. @returns the hashes of its commits, each of which changes the unit. */
export const makeRepository = async (dir: string, commits: number): Promise<string[]> => {
  fs.mkdirSync(dir, { recursive: true });
  await git.init({ fs, dir, defaultBranch: 'main' });
  for (const [path, content] of Object.entries(files)) fs.writeFileSync(join(dir, path), content);
  await git.add({ fs, dir, filepath: Object.keys(files) });
  const hashes: string[] = [];
  for (let number = 1; number <= commits; number += 1) {
    fs.writeFileSync(join(dir, 'index.js'), `${files['index.js']}// ${number}\n`);
    await git.add({ fs, dir, filepath: 'index.js' });
    hashes.push(await git.commit({ fs, dir, message: `Commit ${number}`, author }));
  }
  return hashes;
};
