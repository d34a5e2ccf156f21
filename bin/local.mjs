// Starts the service on this machine (`npm start`): from a bundle of its modules, which loads in a fraction of their time and is
// made anew behind a start that found none. Plain JavaScript, since Node would otherwise load its TypeScript compiler for this file.
import { currentBuild } from '../lib/local/current-build.mjs';

const { enableCompileCache } = process.getBuiltinModule('node:module');
const { join } = process.getBuiltinModule('node:path');
const { pathToFileURL } = process.getBuiltinModule('node:url');

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/start');
enableCompileCache(join(root, 'build/compiled'));

const bundle = currentBuild(root, folder);
const load = (name, source) =>
  import(bundle === undefined ? source : pathToFileURL(join(bundle, '..', `${name}.mjs`)).href);

const { beginLocal } = await load('begin', '../lib/local/demo/begin-local.ts');
const begun = await beginLocal(root);
const { runLocal } = await load('run', '../lib/local/demo/run-local.ts');
await runLocal(begun);

const { prepareNextStart } = await load('next', '../lib/local/demo/prepare-next-start.ts');
await prepareNextStart(root, folder);
