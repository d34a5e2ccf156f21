import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { repository } from './cloud-options.ts';

const named = /\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const local = /\bexport\s*\{([^}]*)\}\s*;/g;
const whole =
  /\b(?:import\s*(?:[\w$]+|\*\s*as\s*[\w$]+)|export\s*\*(?:\s*as\s*[\w$]+)?)\s*from\s*["']([^"']+)["']/g;

/** Splits `a, b as c` into the names on both sides. */
const pairsOf = (names: string): { from: string; to: string }[] =>
  names
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(/\s+as\s+/))
    .map(([from = '', to = from]) => ({ from, to }));

/** Returns the names that a module takes of another one, or undefined when it may take any. */
const namesTaken = (source: string, specifier: string): string[] | undefined => {
  if ([...source.matchAll(whole)].some(([, from]) => from === specifier)) return undefined;
  return [...source.matchAll(named)]
    .filter(([, , from]) => from === specifier)
    .flatMap(([, names = '']) => pairsOf(names).map(({ from }) => from));
};

/** A module's own code, without what it only passes on, is one module for all its importers. */
const ownCode = '?own';

/** Returns a module with some of the exports of another one, each from where that one has it. */
const partOf = (source: string, path: string, taken: readonly string[]): string => {
  const passedOn = new Set(
    [...source.matchAll(local)].flatMap(([, names = '']) => pairsOf(names).map(({ to }) => to)),
  );
  const places = new Map(
    [...source.matchAll(named)].flatMap(([statement, names = '', from = '']) =>
      pairsOf(names)
        .filter(({ to }) => statement.startsWith('export') || passedOn.has(to))
        .map((pair) => [pair.to, `${pair.from} as ${pair.to} } from '${from}'`] as const),
    ),
  );
  const lines = [...new Set(taken)].map((name) => places.get(name) ?? `${name} } from '${path}${ownCode}'`);
  return lines.map((line) => `export { ${line};`).join('\n');
};

const withoutPassedOn = (source: string): string =>
  source.replaceAll(named, (statement) => (statement.startsWith('export') ? '' : statement));

/**
 * Lets a module of the SDK import from where a name is defined, past the modules that gather the exports of many. The
 * bundler decides by files what a start may need: a gathering module would pull all into the start that a client on demand
 * takes of it.
 */
export const pastBarrels: Plugin = {
  name: 'past-barrels',
  setup: ({ onResolve, onLoad, resolve }) => {
    const filter = /^@(?:smithy|aws-sdk)\/(?:core|util)/;
    onResolve({ filter }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === filter || kind !== 'import-statement' || importer === '') return undefined;
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: filter });
      const taken = namesTaken(await readFile(importer, 'utf8'), path);
      if (!taken || !found.path.endsWith('index.js')) return undefined;
      const suffix = `?${relative(repository, importer).replaceAll('\\', '/')}`;
      return { path: found.path, sideEffects: false, suffix, pluginData: { taken } };
    });
    onResolve({ filter: /\?own$/ }, ({ path }) => ({
      path: path.slice(0, -ownCode.length),
      suffix: ownCode,
      sideEffects: false,
    }));
    onLoad({ filter: /[\\/]index\.js$/ }, async ({ path, suffix, pluginData }) => {
      const { taken } = (pluginData ?? {}) as { taken?: string[] };
      if (!taken && suffix !== ownCode) return undefined;
      const source = await readFile(path, 'utf8');
      return { contents: taken ? partOf(source, path, taken) : withoutPassedOn(source) };
    });
  },
};
