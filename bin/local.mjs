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

const { openData } = await load('open-data', '../lib/local/startup/open-data.ts');
const data = await openData(root);
const { serveLocal } = await load('serve', '../lib/local/startup/serve-local.ts');
await serveLocal(data);

const { prepareNextStart } = await load('prepare-next-start', '../lib/local/startup/prepare-next-start.ts');
await prepareNextStart(root, folder);
