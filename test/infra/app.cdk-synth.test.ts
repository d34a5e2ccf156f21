import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endpointsByStack } from '#functions/api/index.ts';
import { bundleDirectory, bundleEntry, bundleFunctions } from '#infra/bundle/bundle-functions.ts';
import { bundleSizes } from '#infra/bundle/bundle-sizes.ts';
import { allFunctions } from '#infra/functions.ts';
import { bundleFigures, overLimit } from '#test/bench/figures.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { violationsIn, type Resource } from './synthesized.ts';

const root = join(import.meta.dirname, '..', '..');
const nowhere = 'http://127.0.0.1:9';

/** Simulates a machine without network and AWS account: all proxies are dead and there are no credentials. */
const offline = (): NodeJS.ProcessEnv => ({
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: mkdtempSync(join(tmpdir(), 'scangate-home-')),
  HTTP_PROXY: nowhere,
  HTTPS_PROXY: nowhere,
  AWS_EC2_METADATA_DISABLED: 'true',
});

/** Synthesizes by the command line, which also writes all bundles. It takes half a minute, so all tests share one run. */
const synthesizeByCommand = (): string => {
  const output = mkdtempSync(join(tmpdir(), 'scangate-cdk-'));
  const cdk = join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  execFileSync(process.execPath, [cdk, 'synth', '--quiet', '--output', output], {
    cwd: root,
    env: offline(),
    stdio: 'pipe',
  });
  return output;
};

/** `npm test` loads a quarter of the bundles, other ones each day; each night loads all. */
const sampledFunctions = allFunctions().filter((_fn, index) => isSampled(index, 4));

/** Loads bundles as Lambda does, in a process of its own. */
const loadAll = (): string[] => {
  const script = `
    globalThis.awslambda = { streamifyResponse: (handler) => handler };
    for (const [name, url] of JSON.parse(process.argv[1])) {
      const loaded = await import(url);
      console.log(name + ': ' + typeof loaded.handler);
    }`;
  const bundles = sampledFunctions.map(({ name }) => [name, pathToFileURL(bundleEntry(name)).href]);
  const output = execFileSync(
    process.execPath,
    ['--throw-deprecation', '--input-type=module', '--eval', script, JSON.stringify(bundles)],
    { env: { AWS_REGION: 'us-east-1' }, encoding: 'utf8' },
  );
  return output.trim().split('\n').toSorted();
};

const output = synthesizeByCommand();

describe('cdk synth', () => {
  const templates = readdirSync(output)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => [file, readFileSync(join(output, file), 'utf8')] as const);
  const functions = templates.flatMap(([, text]) => {
    const { Resources } = JSON.parse(text) as { Resources: Record<string, Resource> };
    return Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  });
  /** The CDK brings a function of its own, which copies the console to its bucket. */
  const ours = functions.filter(({ Properties }) => Properties['Runtime'] === 'nodejs24.x');
  const keys = ours.map(({ Properties }) => (Properties['Code'] as { S3Key: string }).S3Key);

  test('works without network and account, and reports nothing', () => {
    const folders = ['workflow', 'jobs', 'operator', 'offboarding', 'packs'];
    const names = [
      'stateful',
      'events',
      'history',
      'watch',
      'issuer',
      'objectives',
      ...folders,
      ...Object.keys(endpointsByStack),
      'account',
      'api',
      'web',
    ];
    expect(templates.map(([file]) => file).toSorted()).toEqual(
      names.map((name) => `scangate-${name}.template.json`).toSorted(),
    );
    expect(violationsIn(output)).toEqual([]);
  });

  test('bundles every function, without source maps', () => {
    expect([ours.length, functions.length]).toEqual([allFunctions().length, allFunctions().length + 1]);
    for (const asset of keys.map((key) => `asset.${key.replace('.zip', '')}`)) {
      const files = readdirSync(join(output, asset), { recursive: true }).map(String);
      expect(files).toContain('index.cjs');
      expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    }
  });

  test('builds the console, whose document names its files', () => {
    const documents = readdirSync(output, { recursive: true })
      .map(String)
      .filter((file) => /^asset\.[0-9a-f]+.index\.html$/.test(file));
    expect(documents).toHaveLength(1);
    expect(readFileSync(join(output, documents[0] ?? ''), 'utf8')).toMatch(
      /<script type="module" crossorigin src="\/console\/assets\/[\w-]+\.js">/,
    );
  });

  test('gives a function a module that exports its handler', () => {
    expect(loadAll()).toEqual(sampledFunctions.map(({ name }) => `${name}: function`).toSorted());
  });

  test('gives each function a bundle within its size limit', async () => {
    const sizes = await bundleSizes();
    expect(sizes.map(({ name }) => name).toSorted()).toEqual(
      allFunctions()
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(overLimit(bundleFigures(sizes))).toEqual([]);
  });

  test('gives each function an asset with its own content', () => {
    expect(new Set(keys).size).toBe(allFunctions().length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}\.zip$/);
  });

  test('keeps each template well below the 1 MB that CloudFormation accepts', () => {
    for (const [, text] of templates) expect(Buffer.byteLength(text)).toBeLessThan(800_000);
  });
});

/** The name that Stripe's client sends to Stripe. */
const clientName = 'NodeBindings';

/** A function that does nothing but use the payment provider. */
const probe = () => {
  const file = join(mkdtempSync(join(tmpdir(), 'scangate-probe-')), 'handler.ts');
  const wiring = join(root, 'lib/runtime/wire/payments.ts');
  writeFileSync(
    file,
    `import { wirePaymentProvider } from '${wiring}';\nexport const handler = () => wirePaymentProvider();\n`,
  );
  return { name: 'probe', entry: relative(root, file) };
};

describe('the client of Stripe', () => {
  const isIn = (name: string, directory?: string): boolean =>
    readdirSync(join(bundleDirectory(directory), name))
      .filter((file) => file.endsWith('.cjs'))
      .some((file) =>
        readFileSync(join(bundleDirectory(directory), name, file), 'utf8').includes(clientName),
      );

  test('is in the bundle of a function that uses the payment provider', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'scangate-bundles-'));
    await bundleFunctions([probe()], directory);
    expect(isIn('probe', directory)).toBe(true);
    const { bytes = Infinity } = (await bundleSizes(directory)).find(({ name }) => name === 'probe') ?? {};
    expect(bytes).toBeLessThan(750_000);
  });

  test('is in no other bundle: not in those that create, await or run a scan', () => {
    const others = allFunctions().filter(({ needs }) => !needs.paymentProvider && !needs.paymentEvents);
    const names = others.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['create-scan', 'wait-scan', 'prepare-scan', 'scan-unit']));
    expect(names.filter((name) => isIn(name))).toEqual([]);
  });

  test('is in every bundle whose function declares it', () => {
    const declaring = allFunctions().filter(({ needs }) => needs.paymentProvider || needs.paymentEvents);
    expect(declaring.filter(({ name }) => !isIn(name)).map(({ name }) => name)).toEqual([]);
  });
});

test('the parser of source code is copied beside the scanning function, is loaded from there, and is small', async () => {
  const bundle = join(bundleDirectory(), 'scan-unit');
  const require = createRequire(bundleEntry('scan-unit'));
  expect(require.resolve('@vscode/tree-sitter-wasm').startsWith(bundle)).toBe(true);
  const loaded = (await import(pathToFileURL(bundleEntry('scan-unit')).href)) as object;
  expect(loaded).toHaveProperty('handler');

  expect(readdirSync(join(bundleDirectory(), 'finish-scan'))).toEqual(['index.cjs']);
  const files = readdirSync(bundle, { recursive: true }).map(String);
  const sizes = files.map((file) => statSync(join(bundle, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000_000);
});
