import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  files,
  imports,
  isOurs,
  packageJson,
  layerOf,
  sources,
  textOf,
  workspaceOf,
  workspaces,
  type Import,
} from './source-tree.ts';

/**
 * The layers each layer may import, from the lowest to the highest (docs/architecture.md). A layer may import only layers
 * listed before it, so there is no upward import and no cycle.
 */
const permitted: Readonly<Record<string, readonly string[]>> = {
  'lib/engines': [],
  'lib/git': [],
  'lib/client': [],
  'lib/emulators/host': [],
  'lib/emulators/aws': ['lib/emulators/host'],
  'lib/emulators/stripe': ['lib/emulators/host'],
  'lib/emulators/identity': ['lib/emulators/host'],
  'lib/emulators/providers': ['lib/emulators/host'],
  'lib/domain': ['lib/engines'],
  'lib/ports': ['lib/domain', 'lib/engines'],
  'lib/app': ['lib/domain', 'lib/engines', 'lib/ports'],
  'lib/adapters': ['lib/domain', 'lib/engines', 'lib/git', 'lib/ports'],
  'lib/contract': ['lib/domain', 'lib/engines', 'lib/ports'],
  'lib/runtime': ['lib/adapters', 'lib/app', 'lib/contract', 'lib/domain', 'lib/engines', 'lib/ports'],
  functions: ['lib/app', 'lib/contract', 'lib/domain', 'lib/engines', 'lib/ports', 'lib/runtime'],
  'lib/infra': ['functions', 'lib/contract', 'lib/domain', 'lib/engines', 'lib/ports'],
  'lib/apps/cli': ['lib/client', 'lib/domain', 'lib/engines', 'lib/git'],
  'lib/apps/action': ['lib/apps/cli', 'lib/domain'],
  'lib/apps/mcp': ['lib/apps/cli', 'lib/client', 'lib/engines'],
  'lib/apps/console': ['lib/client', 'lib/domain'],
  'lib/local': [
    'functions',
    'lib/adapters',
    'lib/app',
    'lib/client',
    'lib/contract',
    'lib/domain',
    'lib/emulators/aws',
    'lib/emulators/host',
    'lib/emulators/identity',
    'lib/emulators/providers',
    'lib/emulators/stripe',
    'lib/engines',
    'lib/infra',
    'lib/ports',
    'lib/runtime',
  ],
  'lib/release': ['lib/app', 'lib/domain', 'lib/engines', 'lib/local', 'lib/ports'],
};

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const layers = Object.keys(permitted);
const show = ({ from, to }: Import): string => `${from} → ${to}`;
const fromSources = imports.filter(({ from }) => !from.startsWith('test/'));
const within = (pattern: RegExp): readonly Import[] => fromSources.filter(({ from }) => pattern.test(from));
const offenders = (pattern: RegExp, isPermitted: (to: string, from: string) => boolean): string[] =>
  within(pattern)
    .filter(({ from, to }) => isOurs(to) && !isPermitted(to, from))
    .map(show);

describe('imports have one direction', () => {
  test('all imports are found, including package imports and workspaces', () => {
    expect(fromSources.filter(({ to }) => isOurs(to)).length).toBeGreaterThan(1_000);
    expect(fromSources.filter(({ specifier }) => specifier.startsWith('#')).length).toBeGreaterThan(200);
    expect(fromSources.filter(({ specifier }) => specifier.startsWith('@scangate/')).length).toBeGreaterThan(
      200,
    );
  });

  test('every import of ours names a file that exists', () => {
    const known = new Set(files);
    const missing = imports.filter(({ to }) => isOurs(to) && /\.tsx?$/.test(to) && !known.has(to));
    // A sample of source code in a test imports files that are not there.
    expect(missing.filter(({ from }) => !from.startsWith('test/corpora/')).map(show)).toEqual([]);
  });

  test('the table of layers has no upward import, so no cycle', () => {
    const upwards = Object.entries(permitted).flatMap(([layer, below]) =>
      below
        .filter((other) => layers.indexOf(other) >= layers.indexOf(layer))
        .map((other) => `${layer} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  test('a layer imports only the layers that its row of the table names', () => {
    const isPermitted = (to: string, from: string): boolean =>
      layerOf(from) === layerOf(to) || (permitted[layerOf(from)] ?? layers).includes(layerOf(to));
    expect(offenders(/^(?:lib|functions)\//, isPermitted)).toEqual([]);
    expect(new Set(sources.map(layerOf))).toEqual(new Set([...layers, 'bin']));
  });

  test('domain imports the finding model of the engines and the discovery of units, no engine', () => {
    expect(
      offenders(/^lib\/domain\//, (to) => /^lib\/(?:domain\/|engines\/(?:model|units)\/)/.test(to)),
    ).toEqual([]);
    const packages = within(/^lib\/domain\//).filter(({ to }) => !isOurs(to));
    // Schemas are data: of events and of integrations' settings.
    const plain = new Set(['node:crypto', 'node:zlib', 'zod']);
    expect(packages.filter(({ to }) => !plain.has(to)).map(show)).toEqual([]);
  });

  test('adapters share what lies beside their folders, and never import each other except outbound; only the advisory store reads what the matcher reads', () => {
    const isPermitted = (to: string, from: string): boolean => {
      if (/^lib\/adapters\/[^/]+$/.test(to)) return true;
      const own = `${from.split('/').slice(0, 3).join('/')}/`;
      const sandbox = 'lib/adapters/sandbox/';
      if (to === 'lib/adapters/source-archive/file-spool.ts' && own === sandbox) return true;
      const outbound = 'lib/adapters/outbound/';
      if (to.startsWith(outbound)) return true;
      if (to.startsWith('lib/adapters/')) return to.startsWith(own);
      if (to.startsWith('lib/engines/'))
        return own === 'lib/adapters/reference-data/' || to.startsWith('lib/engines/model/');
      // A sandbox reads packs and takes part in the reading of units.
      return !to.startsWith('lib/git/') || own === 'lib/adapters/git/' || own === sandbox;
    };
    expect(offenders(/^lib\/adapters\//, isPermitted)).toEqual([]);
  });

  test('endpoints, functions and webhooks are data: contract, domain, port types and the finding model', () => {
    const isData = (to: string, from: string): boolean =>
      /^lib\/(?:contract|domain|ports|engines\/(?:model|units))\//.test(to) ||
      to.startsWith(from.replace(/[^/]+$/, ''));
    expect(offenders(/^functions\/.*\/(?:endpoint|function|webhook|resource)\.ts$/, isData)).toEqual([]);
  });

  test('the console uses the service through its client, and of the rules only the verification of a ledger', () => {
    const isPermitted = (to: string): boolean =>
      /^lib\/(?:apps\/console|client)\//.test(to) || to === 'lib/domain/ledger/verify-ledger.ts';
    expect(offenders(/^lib\/apps\/console\//, isPermitted)).toEqual([]);
    const reading = within(/^lib\/apps\/console\//).filter(({ to }) => to.includes('/domain/'));
    expect(reading.every(({ from }) => from.includes('/verification/'))).toBe(true);
  });

  test('functions never import each other: a handler knows its own folder, a table the data files', () => {
    const isPermitted = (to: string, from: string): boolean => {
      if (!to.startsWith('functions/')) return true;
      if (/^functions\/[^/]+\/(?:index|[a-z]+-endpoints)\.ts$/.test(from))
        return /(?:\/(?:endpoint|function|webhook|resource)|^functions\/api\/[a-z]+-endpoints)\.ts$/.test(to);
      const own = `${from.split('/').slice(0, 3).join('/')}/`;
      return to.startsWith(own) && !to.endsWith('/handler.ts');
    };
    // The OpenAPI document is made from the whole table, so its endpoint reads it.
    const table = 'functions/api/get-openapi/handler.ts → functions/api/index.ts';
    const webhooks = 'functions/api/get-openapi/handler.ts → functions/webhooks/index.ts';
    expect(offenders(/^functions\//, isPermitted).filter((one) => one !== table && one !== webhooks)).toEqual(
      [],
    );
  });

  test('the table of endpoints has one file for each stack, and nothing beside them', () => {
    const table = 'functions/api/index.ts';
    const stacks = [...textOf(table).matchAll(/^  (\w+): \1Endpoints,$/gm)].map(([, stack]) => stack);
    expect(stacks.length).toBeGreaterThan(0);
    expect(new Set(imports.filter(({ from }) => from === table).map(({ to }) => to))).toEqual(
      new Set(['lib/contract/endpoint.ts', ...stacks.map((stack) => `functions/api/${stack}-endpoints.ts`)]),
    );
  });

  test('infra reads the tables of functions, never a handler', () => {
    const isTable = (to: string): boolean =>
      !to.startsWith('functions/') || /\/(?:index|endpoint|function|webhook|resource)\.ts$/.test(to);
    expect(offenders(/^lib\/infra\//, isTable)).toEqual([]);
  });
});

describe('workspaces', () => {
  test('a workspace declares each workspace it imports, and no other', () => {
    for (const [name, folder] of workspaces) {
      const used = new Set(
        imports
          .filter(({ from, to }) => from.startsWith(`${folder}/`) && isOurs(to) && workspaceOf(to) !== folder)
          .map(({ to }) => packageJson(workspaceOf(to) ?? '.').name),
      );
      expect([name, [...used].toSorted()]).toEqual([
        name,
        Object.keys(packageJson(folder).dependencies ?? {})
          .filter((other) => workspaces.has(other))
          .toSorted(),
      ]);
    }
  });

  test('a workspace declares each package it imports, in the version of the root if both do', () => {
    const versions = packageJson('.').dependencies ?? {};
    for (const folder of workspaces.values()) {
      const { dependencies: declared = {}, devDependencies = {} } = packageJson(folder);
      const isDeclared = ({ from, to }: Import): boolean =>
        declared[packageName(to)] !== undefined ||
        // What builds a workspace is no part of it.
        (from.endsWith('.config.ts') && devDependencies[packageName(to)] !== undefined);
      const undeclared = imports
        .filter(
          ({ from, to }) =>
            from.startsWith(`${folder}/`) && !isOurs(to) && existsSync(`node_modules/${packageName(to)}`),
        )
        .filter((one) => !isDeclared(one));
      expect(undeclared.map(show)).toEqual([]);
      const others = Object.entries(declared).filter(
        ([name, version]) => (versions[name] ?? version) !== version,
      );
      expect(others).toEqual([]);
    }
  });

  test('a package import of the root is not used inside a workspace, where Node does not resolve it', () => {
    expect(
      imports.filter(({ from, specifier }) => specifier.startsWith('#') && workspaceOf(from)).map(show),
    ).toEqual([]);
  });

  test('no path climbs out of its layer or more than one folder: package imports do', () => {
    const climbing = imports.filter(
      ({ from, to, specifier }) =>
        !to.includes('node_modules/') &&
        (specifier.startsWith('../../') ||
          (specifier.startsWith('../') && isOurs(to) && layerOf(from) !== layerOf(to))),
    );
    expect(climbing.filter(({ from }) => !from.startsWith('test/corpora/')).map(show)).toEqual([]);
  });
});

const offendingLines = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  );

describe('external values come through the runtime', () => {
  test('time, ids and randomness are taken only in runtime, local, release, emulators, apps, client, infra and bin', () => {
    // Rules of code analysis hold samples of what they find, as text.
    const places =
      /^(?:lib\/(?:runtime|local|release|emulators|apps|client|infra|engines\/sast\/rules)|bin)\//;
    const pattern = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/;
    expect(
      offendingLines(
        sources.filter((path) => !places.test(path)),
        pattern,
      ),
    ).toEqual([]);
  });

  test('a terminal status and a refund are written in one place', () => {
    const isRule = (path: string): boolean =>
      /^lib\/domain\/(?:scans\/end-scan|credits\/book-credit-refunds)\.ts$/.test(path);
    const elsewhere = sources.filter((path) => !isRule(path));
    const setsTerminal = /set: \{[^}]*status: '(?:completed|failed|cancelled)'/;
    const inService = elsewhere.filter((path) => !/^lib\/(?:local|emulators|apps)\//.test(path));
    expect(offendingLines(inService, setsTerminal)).toEqual([]);
    expect(offendingLines(elsewhere, /cause: `refund#/)).toEqual([]);
  });

  test('schemas of the API take counts, amounts and instants from one place', () => {
    const ofApi = sources.filter((path) => /^(?:lib\/contract|functions)\//.test(path));
    const common = 'lib/contract/schemas/resources.ts';
    expect(
      offendingLines(
        ofApi.filter((path) => path !== common),
        /^(?:export )?const (?:count|instant|instantOrDate) = z\.|^const amount = z\.int\(\)\.meta/,
      ),
    ).toEqual([]);
  });

  test('zod is imported as a namespace, which makes bundles five times smaller', () => {
    expect(offendingLines(sources, /import \{[^}]*\} from 'zod'/)).toEqual([]);
  });
});
