import { expect, test } from 'vitest';
import { reachesModules } from '@scangate/engines/import-usage/addressed-names';
import { usageIn } from './usage-fixtures.ts';

test.each([
  ['b.js', 'cp(["node_modules/lod*/x.js"])'],
  ['b.js', 'require("node_modules/" + n)'],
  ['b.js', 'app.use("/static", express.static("node_modules"))'],
  ['b.js', 'path.join(__dirname, "node_modules", n)'],
  ['b.js', 'read(`node_modules/${n}/x.js`)'],
  ['b.js', 'read("node_modules/.bin/../lodash/x.js")'],
  ['b.js', 'read("node_modules/./lodash/x.js")'],
  ['b.json', '{"assets": ["node_modules/lod*/x.js"]}'],
  ['Dockerfile', 'COPY node_modules/lod*/x.js /static/'],
])('a path into packages without a whole name leaves every package open: %s with %s', (path, text) => {
  expect(usageIn({ 'a.js': '', [path]: text }, { ecosystem: 'npm', packages: ['lodash'] })).toEqual({
    lodash: 'unknown',
  });
});

test.each([
  '{"exclude": ["node_modules", "dist"]}',
  '{"exclude": ["dist",\n "node_modules"]}',
  'export default { exclude: /node_modules/ }',
  "testPathIgnorePatterns: ['/node_modules/']",
  "resolve: { modules: ['src', 'node_modules'] }",
  "if (id.includes('node_modules')) return 'vendor'",
  "files: ['!**/node_modules/**']",
  '{"scripts": {"clean": "rm -rf dist node_modules"}}',
  '{"typeRoots": ["node_modules/@types"]}',
  '"node_modules/@a/b/c.css", "node_modules/qs/x.js"',
  '// what node_modules holds',
])(
  'a text that leaves out the folder of packages, or names a whole package, reaches no other: %s',
  (text) => {
    expect(reachesModules(text, false)).toBe(false);
  },
);
