import { expect, test } from 'vitest';
import { npmDynamic, rubyDynamic } from '@scangate/engines/import-usage/dynamic-imports';

/** Files are read as Latin-1. */
const matches = (expressions: readonly { test(text: string): boolean }[], text: string): boolean =>
  expressions.some((one) => one.test(Buffer.from(text).toString('latin1')));

test.each([
  'import(/* @vite-ignore */ name)',
  "import(\n  /* webpackChunkName: 'a' */\n  // why\n  name\n)",
  'import /* why */ (name)',
  'import\n// why\n/* why */ (name)',
  "import q from\n// why\n'\\x71s'",
  "import q from /* why */ '\\x71s'",
  "require('' || n)",
  "require('q' /* and */ + 's')",
  'require?.(n)',
  'import x from /* c */ "./node_modul%65s/qs/index.js";',
  'import jiti from /* c */ "jiti";',
  'export * from // c\n  "qs";',
  'require?./* why */(n)',
  'import\n/** why */(n)',
  'require!(n)',
  `require${' '.repeat(300)}(n)`,
  'require\u2003(n)',
  'require(...names)',
  'require.call(null, n)',
  "const r = createRequire(import.meta.url);\nr('q' + 's')",
  "import { createRequire as c } from 'module';",
  'const r = require // x',
  'const r = /* x */ require /* y */;',
  'const r = // x\n  require;',
  'const r = require as any;',
  'const r = a ? require : b',
  'const r = require',
  'const r = module.require;',
  'run({ require })',
  "(0, eval)('requ' + 'ire')('q' + 's')",
])('JavaScript: %s may load any package', (text) => {
  expect(matches(npmDynamic, text)).toBe(true);
});

test.each([
  "import('a'); import('a', { with: {} }); require?.(`a`); require.resolve('a')",
  "import(\n  /** webpackChunkName: 'b' */\n  // why\n  'a' /* that */,\n)",
  '// require() and require(...)\n// more of what we import\n// from here, and from\n// there\n',
  "const a = require('a'), b = require.main, c = isA ? require('a') : 1;",
  '// what we require, and (as they require) more\nisFunction(a); redis.eval(b);',
])('JavaScript: %s names what it loads', (text) => {
  expect(matches(npmDynamic, text)).toBe(false);
});

test.each([
  'require "#{n}"',
  'require "nokogiri#{n}"',
  'require("#{n}")',
  'require "ab"+"c"',
  "require 'ab' + 'c'",
  'require "ab" "c"',
  "require ('ab') + 'c'",
  "require 'ab'.concat(n)",
  "require 'ab' \\\n  'c'",
  'require "\\x61b"',
  'require @name',
  'require %w[a b].join',
  '%w[a b].each(&method(:require))',
  'Bundler.require',
])('Ruby: %s may load any gem', (text) => {
  expect(matches(rubyDynamic, text)).toBe(true);
});

test.each([
  "require 'a/b'\nrequire 'c'\n",
  'require "a" if b',
  "require('a')\n",
  'params.require(:user).permit(:name)',
  "gem 'a', require: false",
  "require_relative 'a'",
])('Ruby: %s names what it loads', (text) => {
  expect(matches(rubyDynamic, text)).toBe(false);
});
