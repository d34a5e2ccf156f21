import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sources, textOf } from './source-tree.ts';

const read = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as never;

/** The options without which a value may have another type than its own. */
const strict = { strict: true, noUncheckedIndexedAccess: true };

test('all code is typed strictly: no project turns a check off, and none is left out', () => {
  const { compilerOptions, include, exclude } = read('tsconfig.json') as {
    compilerOptions: object;
    include: string[];
    exclude: string[];
  };
  expect(compilerOptions).toMatchObject(strict);
  const others = globSync('{lib,functions,bin,test}/**/tsconfig*.json').filter(
    (path) => !path.includes('node_modules'),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const path of others) {
    const { extends: parent, compilerOptions: own } = read(path);
    const inherited = join(dirname(path), String(parent)) === 'tsconfig.json' ? compilerOptions : {};
    const options = { ...inherited, ...(own as object) };
    expect([path, options]).toMatchObject([path, strict]);
    const weaker = Object.entries(options).filter(
      ([name, value]) => name.startsWith('strict') && value !== true,
    );
    expect([path, weaker]).toEqual([path, []]);
  }
  expect(include).toEqual(expect.arrayContaining(['bin', 'lib', 'functions', 'test']));
  expect(exclude.filter((path) => /^(?:bin|functions|lib)/.test(path))).toEqual(['lib/apps/console']);
});

test('values are compared by === alone, and none has any type', () => {
  const { rules, overrides } = read('.oxlintrc.json') as {
    rules: object;
    overrides: { rules?: object }[];
  };
  const required = { eqeqeq: 'error', 'typescript/no-explicit-any': 'error' };
  expect(rules).toMatchObject(required);
  for (const { rules: own = {} } of overrides)
    for (const name of Object.keys(required)) expect(own).not.toHaveProperty(name);
  const suppressed = /(?:oxlint|eslint)-disable[^\n]*(?:eqeqeq|no-explicit-any)|@ts-(?:ignore|nocheck)/;
  expect(sources.filter((path) => suppressed.test(textOf(path)))).toEqual([]);
});

test('CI checks types and lint before any test', () => {
  expect(read('package.json')['scripts']).toMatchObject({
    typecheck:
      'tsc --incremental --tsBuildInfoFile build/types.json && tsc -p lib/apps/console --incremental --tsBuildInfoFile build/console-types.json',
    lint: 'oxlint --deny-warnings',
  });
  const lines = readFileSync('.ci/run', 'utf8').split('\n');
  const places = ['npm run --silent typecheck', 'npm run --silent lint'].map((line) => lines.indexOf(line));
  const tests = lines.findIndex((line) => line.includes('npm test'));
  for (const place of places) expect(place > 0 && place < tests).toBe(true);
});
