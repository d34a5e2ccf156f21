import type { InventoryCase } from './inventory-case.ts';

const unitType = 'npm';

/** Builds a lockfile as Bun writes it, with trailing commas. */
const lock = (workspaces: string, packages: string[], version = 1): string =>
  `{\n  "lockfileVersion": ${version},\n  "workspaces": {\n${workspaces}\n  },\n  "packages": {\n${packages.map((line) => `    ${line},\n`).join('\n')}  }\n}\n`;

const root = (tables: string): string => `    "": {\n      "name": "app",\n      ${tables}\n    },`;

export const cases: InventoryCase[] = [
  {
    name: 'direct and transitive, for production and development',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "a": "^1.0.0", },\n      "devDependencies": { "d": "1", },'), [
        '"a": ["a@1.2.0", "", { "dependencies": { "b": "1" } }, "sha512-x"]',
        '"b": ["b@1.0.0", "", {}, "sha512-x"]',
        '"d": ["d@1.0.0", "", { "bin": { "d": "d.js" }, "dependencies": { "b": "1", "e": "2" } }, "sha512-x"]',
        '"e": ["e@2.0.0", "", {}, "sha512-x"]',
      ]),
    },
    expected: [
      'pkg:npm/a@1.2.0 required direct',
      'pkg:npm/b@1.0.0 required transitive',
      'pkg:npm/d@1.0.0 dev direct',
      'pkg:npm/e@2.0.0 dev transitive',
    ],
  },
  {
    name: 'scopes, and a version that only one package sees',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "@s/a": "1", "b": "2" },'), [
        '"@s/a": ["@s/a@1.0.0", "", { "dependencies": { "b": "^1", "@s/c": "1" } }, "sha512-x"]',
        '"@s/c": ["@s/c@1.0.0", "", {}, "sha512-x"]',
        '"b": ["b@2.0.0", "", {}, "sha512-x"]',
        '"@s/a/b": ["b@1.9.0", "", { "dependencies": { "@s/c": "2" } }, "sha512-x"]',
        '"@s/a/b/@s/c": ["@s/c@2.0.0", "", {}, "sha512-x"]',
      ]),
    },
    expected: [
      'pkg:npm/%40s/a@1.0.0 required direct',
      'pkg:npm/%40s/c@1.0.0 required transitive',
      'pkg:npm/%40s/c@2.0.0 required transitive',
      'pkg:npm/b@1.9.0 required transitive',
      'pkg:npm/b@2.0.0 required direct',
    ],
  },
  {
    name: 'optional dependencies of the unit and of a package',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "a": "1" }, "optionalDependencies": { "o": "1" },'), [
        '"a": ["a@1.0.0", "", { "optionalDependencies": { "a-linux": "1" } }, "sha512-x"]',
        '"a-linux": ["a-linux@1.0.0", "", { "os": "linux", "cpu": "x64" }, "sha512-x"]',
        '"o": ["o@1.0.0", "", { "dependencies": { "p": "1" } }, "sha512-x"]',
        '"p": ["p@1.0.0", "", {}, "sha512-x"]',
      ]),
    },
    expected: [
      'pkg:npm/a-linux@1.0.0 optional transitive',
      'pkg:npm/a@1.0.0 required direct',
      'pkg:npm/o@1.0.0 optional direct',
      'pkg:npm/p@1.0.0 optional transitive',
    ],
  },
  {
    name: 'peers, needed and optional',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "a": "1" },'), [
        '"a": ["a@1.0.0", "", { "peerDependencies": { "p": "1", "q": "1", "r": "1" }, "optionalPeers": ["q", "r"] }, "sha512-x"]',
        '"p": ["p@1.0.0", "", {}, "sha512-x"]',
        '"q": ["q@1.0.0", "", {}, "sha512-x"]',
      ]),
    },
    expected: [
      'pkg:npm/a@1.0.0 required direct',
      'pkg:npm/p@1.0.0 required transitive',
      'pkg:npm/q@1.0.0 optional transitive',
    ],
  },
  {
    name: 'peers of the unit itself',
    unitType,
    files: {
      'bun.lock': lock(
        root('"devDependencies": { "d": "1" }, "peerDependencies": { "d": "1", "react": "18" },'),
        ['"d": ["d@1.0.0", "", {}, "sha512-x"]', '"react": ["react@18.2.0", "", {}, "sha512-x"]'],
      ),
    },
    expected: ['pkg:npm/d@1.0.0 dev direct', 'pkg:npm/react@18.2.0 optional direct'],
  },
  {
    name: 'workspaces: members are local, and their dependencies are direct',
    unitType,
    files: {
      'bun.lock': lock(
        `${root('"devDependencies": { "t": "5" },')}\n    "packages/a": { "name": "@w/a", "dependencies": { "@w/b": "workspace:*", "x": "1" }, },\n    "packages/b": { "name": "@w/b", "devDependencies": { "x": "2" }, },`,
        [
          '"@w/a": ["@w/a@workspace:packages/a"]',
          '"@w/b": ["@w/b@workspace:packages/b"]',
          '"t": ["t@5.0.0", "", {}, "sha512-x"]',
          '"x": ["x@1.0.0", "", {}, "sha512-x"]',
          '"@w/b/x": ["x@2.0.0", "", {}, "sha512-x"]',
        ],
      ),
    },
    expected: [
      'local:@w/a required direct',
      'local:@w/b required direct',
      'pkg:npm/t@5.0.0 dev direct',
      'pkg:npm/x@1.0.0 required direct',
      'pkg:npm/x@2.0.0 dev direct',
    ],
  },
  {
    name: 'version 0: a workspace’s dependencies are listed with its package, too',
    unitType,
    files: {
      'bun.lock': lock(
        `${root('"dependencies": { "a": "workspace:*" },')}\n    "a": { "name": "a" },`,
        ['"a": ["a@workspace:a", { "dependencies": { "x": "1" } }]', '"x": ["x@1.0.0", "", {}, "sha512-x"]'],
        0,
      ),
    },
    expected: ['local:a required direct', 'pkg:npm/x@1.0.0 required transitive'],
  },
  {
    name: 'git, GitHub, tarballs, links and folders',
    unitType,
    files: {
      'bun.lock': lock(
        root(
          '"dependencies": { "g": "git", "h": "o/h", "t": "https", "l": "link:l", "f": "file:./f", "z": "./z.tgz" },',
        ),
        [
          `"g": ["g@git+https://example.com/o/g.git#${'ab'.repeat(20)}", {}, "ab"]`,
          '"h": ["h@github:o/h#abcdef1", { "dependencies": { "x": "1" } }, "o-h-abcdef1"]',
          '"t": ["t@https://example.com/t-1.0.0.tgz", {}]',
          '"l": ["l@link:l", {}]',
          '"f": ["f@file:f", { "dependencies": { "x": "1" } }]',
          '"z": ["z@./z.tgz", {}]',
          '"x": ["x@1.0.0", "", {}, "sha512-x"]',
        ],
      ),
    },
    expected: [
      'local:f required direct',
      'local:l required direct',
      'local:z required direct',
      `pkg:npm/g?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Fo%2Fg.git%40${'ab'.repeat(20)} required direct`,
      'pkg:npm/h?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fh%40abcdef1 required direct',
      'pkg:npm/t?download_url=https:%2F%2Fexample.com%2Ft-1.0.0.tgz required direct',
      'pkg:npm/x@1.0.0 required transitive',
    ],
  },
  {
    name: 'an alias is the package it stands for',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "old": "npm:left-pad@1" },'), [
        '"old": ["left-pad@1.3.0", "", {}, "sha512-x"]',
      ]),
    },
    expected: ['pkg:npm/left-pad@1.3.0 required direct'],
  },
  {
    name: 'another registry',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "@c/a": "1" },'), [
        '"@c/a": ["@c/a@1.0.0", "https://npm.example.com/@c/a/-/a-1.0.0.tgz", {}, "sha512-x"]',
      ]),
    },
    expected: ['pkg:npm/%40c/a@1.0.0 required direct'],
  },
  {
    name: 'comments, and commas and slashes inside texts',
    unitType,
    files: {
      'bun.lock': `// by hand\n${lock(root('"dependencies": { "a": ">=1,]" /* any */ },'), [
        '"a": ["a@1.0.0", "https://example.com//a,}", { "bin": { "x": "a\\"//,]" } }, "sha512-x"]',
      ])}`,
    },
    expected: ['pkg:npm/a@1.0.0 required direct'],
  },
  {
    name: 'packages that need each other; prereleases',
    unitType,
    files: {
      'bun.lock': lock(root('"dependencies": { "a": "1" },'), [
        '"a": ["a@1.0.0-beta.1", "", { "dependencies": { "b": "1" } }, "sha512-x"]',
        '"b": ["b@1.0.0", "", { "dependencies": { "a": "1" } }, "sha512-x"]',
      ]),
    },
    expected: ['pkg:npm/a@1.0.0-beta.1 required direct', 'pkg:npm/b@1.0.0 required transitive'],
  },
];
