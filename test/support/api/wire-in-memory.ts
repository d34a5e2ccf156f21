import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const wire = /^#runtime\/wire\/(?<file>.+)$/;

/** In the tests of endpoints the files of test/support/api/wire stand in place of those in lib/runtime/wire. */
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const file = wire.exec(specifier)?.groups?.['file'];
    const inMemory = file === undefined ? undefined : new URL(`wire/${file}`, import.meta.url);
    if (!inMemory || !existsSync(inMemory)) return nextResolve(specifier, context);
    return { url: inMemory.href, shortCircuit: true };
  },
});
