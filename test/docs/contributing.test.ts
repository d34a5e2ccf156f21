import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../../lib/client/node_modules/typescript/lib/typescript.js';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = textOf('CONTRIBUTING.md');

/** A file of a sample, what the sample leaves out, and what that needs from where. */
interface Place {
  path: string;
  imports?: Readonly<Record<string, string>>;
  before?: string;
  after?: string;
}

/** The places of the samples, in the order of the page. */
const places: readonly Place[] = [
  { path: 'functions/api/get-caller/endpoint.ts' },
  { path: 'functions/api/get-caller/handler.ts' },
  { path: 'test/functions/api/get-caller/handler.test.ts' },
  {
    path: 'lib/engines/iac/iac-engine.ts',
    imports: { '../model/assessed-unit.ts': 'type Detection' },
    after: 'declare const findingsIn: (path: string, content: Uint8Array) => Detection[];',
  },
  {
    path: 'lib/engines/inventory/python/formats.ts',
    imports: { '../formats/rows.ts': 'type LockfileRow' },
    before: 'export const pythonLockfiles = [',
    after: '] as const satisfies readonly LockfileRow[];\nexport const pythonManifests = [];',
  },
  { path: 'lib/engines/inventory/python/acme-lock.ts' },
  { path: 'test/corpora/inventory/acme-lock.ts' },
  { path: 'test/engines/inventory/python/acme-lock.test.ts' },
  { path: 'lib/engines/secrets/rules/acme-api-key.ts' },
  { path: 'lib/engines/sast/rules/go/go-acme-debug.ts' },
  {
    path: 'lib/engines/sast/configuration/rules/acme-rules.ts',
    imports: {
      '../config-node.ts': 'entryWhere, valueAt',
      '../configuration-rule.ts': 'type ConfigurationRule',
      '../subjects/manifest.ts': 'type Container',
      './manifest-samples.ts': 'container',
    },
    before: 'export const rules: ConfigurationRule<Container>[] = [',
    after: '];',
  },
];

/** Files that the page says to change, as they are then. */
const changes: readonly (readonly [path: string, from: RegExp, to: string])[] = [
  ['lib/engines/model/scan-type.ts', /'sast'\] as const/g, "'sast', 'iac'] as const"],
  [
    'functions/api/index.ts',
    /^export type Endpoints = (.*);$/m,
    `export type Endpoints = $1 & { 'get-caller': typeof import("./get-caller/endpoint.ts").endpoint };`,
  ],
];

const samples = [...page.matchAll(/^( *)```ts\n(.*?)^ *```$/gms)].map(([, indent = '', text = ''], at) => {
  const { path = '', imports = {}, before = '', after = '' } = places[at] ?? {};
  const needed = Object.entries(imports).map(([from, names]) => `import { ${names} } from '${from}';`);
  const sample = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
  return { path, text: [...needed, before, sample, after].join('\n') };
});

test('every sample compiles in the place that the page names for it', () => {
  expect(samples.map(({ path }) => path)).toEqual(places.map(({ path }) => path));
  const ts = createRequire(join(root, 'lib/client/package.json'))('typescript') as typeof TypeScript;
  const written = new Map(samples.map(({ path, text }) => [join(root, path), text]));
  for (const [path, from, to] of changes) {
    const changed = textOf(path).replace(from, to);
    expect(changed).not.toBe(textOf(path));
    written.set(join(root, path), changed);
  }
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ['x.ts'] },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (path) => written.get(path) ?? readFile(path);
  host.fileExists = (path) => written.has(path) || fileExists(path);
  host.directoryExists = (path) =>
    [...written.keys()].some((file) => file.startsWith(`${path}/`)) || (directoryExists?.(path) ?? true);
  const program = ts.createProgram(
    samples.map(({ path }) => join(root, path)),
    options,
    host,
  );
  const problems = samples.flatMap(({ path }) => {
    const file = program.getSourceFile(join(root, path));
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
  expect(problems).toEqual([]);
}, 300_000);

test('each name of the page is in the file that the sentence names', () => {
  const named = [...page.matchAll(/`(\w+)`[^`.;]{0,30}\s(?:in|of)\s+`((?:lib|test)\/[\w/.-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(8);
  const lost = named.filter(
    ([, name = '', path = '']) => !new RegExp(`\\b(?:const|interface|type) ${name}\\b`).test(textOf(path)),
  );
  expect(lost.map(([found]) => found)).toEqual([]);
});
