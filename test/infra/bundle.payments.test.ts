import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions, bundleSizes, bundleDirectory } from '#infra/bundle.ts';
import { allFunctions } from '#infra/functions.ts';

const root = join(import.meta.dirname, '..', '..');

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
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bundles-'));
  const functions = allFunctions();
  const carrying = (name: string): boolean =>
    readFileSync(join(bundleDirectory(directory), name, 'index.mjs'), 'utf8').includes(clientName);

  beforeAll(() => bundleFunctions([...functions, probe()], directory));

  test('is in the bundle of a function that uses the payment provider', async () => {
    expect(carrying('probe')).toBe(true);
    const { bytes = Infinity } = (await bundleSizes(directory)).find(({ name }) => name === 'probe') ?? {};
    expect(bytes).toBeLessThan(750_000);
  });

  test('is in no other bundle: not in those that create, await or run a scan', () => {
    const others = functions.filter(({ needs }) => !needs.paymentProvider && !needs.paymentEvents);
    const names = others.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['create-scan', 'wait-scan', 'prepare-scan', 'scan-unit']));
    expect(names.filter(carrying)).toEqual([]);
  });

  test('is in every bundle whose function declares it', () => {
    const declaring = functions.filter(({ needs }) => needs.paymentProvider || needs.paymentEvents);
    expect(declaring.filter(({ name }) => !carrying(name)).map(({ name }) => name)).toEqual([]);
  });
});
