import { hasCommits, makeRepository, writeCommit } from './write-commit.ts';

/** The only commit of the warehouse. */
export const warehouseCommit = '33a618eaa699d1f1c092be1ac53827b23f9eebea';

const integrity =
  'sha512-dMInicTPVE8d1e5otfwmmjlxkZoUpiVLwyeTdUsi/Caj/gfzzblBcCE5sRHV/AsjuCmxWrte2TNGSYuCeCq+0Q==';

const files = new Map([
  [
    'README.md',
    `# warehouse

Counts what the storefront has sold. This repository was made by Scangate, as the second part of a product.
`,
  ],
  [
    'package.json',
    `${JSON.stringify({ name: 'warehouse', version: '1.0.0', private: true, dependencies: { lodash: '4.18.1' } }, null, 2)}\n`,
  ],
  [
    'package-lock.json',
    `${JSON.stringify(
      {
        name: 'warehouse',
        version: '1.0.0',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'warehouse', version: '1.0.0', dependencies: { lodash: '4.18.1' } },
          'node_modules/lodash': {
            version: '4.18.1',
            resolved: 'https://registry.npmjs.org/lodash/-/lodash-4.18.1.tgz',
            integrity,
            license: 'MIT',
          },
        },
      },
      null,
      2,
    )}\n`,
  ],
  [
    'stock.js',
    `'use strict';

const _ = require('lodash');

exports.left = (delivered, sold) => _.mapValues(delivered, (count, id) => count - (sold[id] ?? 0));
`,
  ],
]);

/** Finds or creates the second sample repository, whose default branch has nothing to fix. */
export const warehouseRepository = async (path: string): Promise<{ path: string; commit: string }> => {
  if (await hasCommits(path, [warehouseCommit])) return { path, commit: warehouseCommit };
  const commit = await makeRepository(path, (git, dir) =>
    writeCommit(git, dir, {
      files,
      branch: 'main',
      message: 'Count the stock\n',
      parent: [],
      atSeconds: Date.UTC(2026, 0, 6, 9) / 1000,
    }),
  );
  return { path, commit };
};
