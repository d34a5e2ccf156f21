import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Loads what `npm start` loads before it listens. @returns the addresses of the loaded modules. */
const loadedAtStart = (): string[] => {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
    for (const name of ['demo/banner', 'control/control-actions', 'demo/demo', 'start', 'on-stop-requested']) {
      await import(\`./lib/local/\${name}.ts\`);
    }
    console.log(JSON.stringify(urls));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(output) as string[];
};

test('the start loads the listeners of the emulators for sign-in, and not their implementation', () => {
  const loaded = loadedAtStart();
  expect(loaded.length).toBeGreaterThan(300);
  const packages =
    /\/node_modules\/(?:oidc-provider|samlify|dns-packet|koa|openid-client|jose|@node-saml|xml-crypto)\//;
  expect(loaded.filter((url) => packages.test(url))).toEqual([]);
  const ours = loaded.flatMap((url) => /\/lib\/emulators\/identity\/(.+)$/.exec(url)?.[1] ?? []);
  expect(ours.toSorted()).toEqual([
    'dns/server.ts',
    'dns/text-records.ts',
    'identity-emulator.ts',
    'page.ts',
    'worker/worker-thread.ts',
  ]);
});
