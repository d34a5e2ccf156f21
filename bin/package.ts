/** Runs around `npm pack` of the command line and its engines: `prepare` or `restore`, and the name of the package. */
import { join } from 'node:path';
import { preparePackage, publishedPackages, restorePackage, type PackageName } from '#release/packages.ts';

const root = join(import.meta.dirname, '..');
const [act, given = ''] = process.argv.slice(2);
const isPackage = (name: string): name is PackageName => Object.hasOwn(publishedPackages, name);

if (!isPackage(given) || (act !== 'prepare' && act !== 'restore'))
  throw new Error(`Usage: package prepare|restore ${Object.keys(publishedPackages).join('|')}`);
if (act === 'prepare') await preparePackage(root, given);
else restorePackage(root, given);
