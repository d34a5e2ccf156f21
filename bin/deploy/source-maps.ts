/**
 * `npm run source-maps -- [FUNCTION]...`: bundles these functions, or all, with source maps, to read the stack traces of a
 * deployment of this commit.
 */
import { join } from 'node:path';
import { bundleFunctions, sourceMapDirectory } from '#infra/bundle/bundle-functions.ts';
import { allFunctions } from '#infra/functions.ts';

const names = process.argv.slice(2);
const all = allFunctions();
const unknown = names.filter((name) => !all.some((fn) => fn.name === name));
if (unknown.length > 0) throw new Error(`no such function: ${unknown.join(', ')}`);
const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
const directory = join(import.meta.dirname, '../../build/mapped');
await bundleFunctions(chosen, directory, { sourceMaps: true });
console.log(sourceMapDirectory(directory));
