import { posix } from 'node:path';
import type { Inventory, PackageEcosystem } from '../model/component.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { directoryOf } from '../units/paths.ts';

/** The folder of Git, and the lists of package managers. */
const listPath =
  /(?:^|\/)(?:\.git\/|node_modules\/\.(?:package-lock\.json|yarn-state\.yml|yarn-integrity|modules\.yaml)$)/;

/** Returns the package in whose folder below `node_modules` a file is: `@a/b` for `node_modules/@a/b/c.js`. */
const packageOfFolder = (path: string): string | undefined => {
  const segments = path.split('/');
  const at = segments.lastIndexOf('node_modules', -3);
  if (at === -1) return undefined;
  const [first = '', second = ''] = segments.slice(at + 1);
  return first.startsWith('@') ? `${first}/${second}` : first;
};

const sitePackages = /(?:^|\/)lib(?:64)?\/python[\d.]{0,8}\/site-packages\//;

/** Returns the folder of a virtual environment in which a file lies. */
const environmentOf = (path: string): string | undefined => {
  const found = sitePackages.exec(path);
  return found ? path.slice(0, found.index + found[0].length) : undefined;
};

/** Lists the virtual environments of Python: the folders in which a package says that it was installed. */
const environmentsIn = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) => {
      const folder = environmentOf(path);
      return folder !== undefined && /^[^/]{1,200}\.dist-info\//.test(path.slice(folder.length))
        ? [folder]
        : [];
    }),
  );

/**
 * The language for which a file is no code of the unit but lies in the repository, where anybody may have changed it; `list`
 * for one that nothing runs, and `copy` for one of a package of npm. Undefined for code of the unit.
 */
type Managed = PackageEcosystem | 'list' | 'copy' | undefined;

/**
 * Returns a function that says whether a package manager wrote a file: into `node_modules`, a virtual environment of Python,
 * or the `vendor` folder of Go, Composer or Ruby. Everything else is code of the unit, whatever its folder is called, and so
 * is a package in such a folder that the inventory does not have.
 */
export const managedCode = (files: SourceFiles, { components }: Inventory): ((path: string) => Managed) => {
  const paths = files.entries.map(({ path }) => path);
  const listed = new Set(components.map(({ ecosystem, name }) => `${ecosystem} ${name.toLowerCase()}`));
  const isListed = (ecosystem: PackageEcosystem, name: string): boolean =>
    listed.has(`${ecosystem} ${name.toLowerCase()}`);
  const environments = environmentsIn(paths);
  const usesGo = paths.includes('vendor/modules.txt');
  const usesComposer = paths.some((path) => path.startsWith('vendor/composer/'));
  return (path) => {
    if (listPath.test(path)) return 'list';
    const name = packageOfFolder(path);
    if (name !== undefined && isListed('npm', name)) return 'copy';
    if (environments.size > 0 && environments.has(environmentOf(path) ?? '')) return 'PyPI';
    if (usesGo && path.startsWith('vendor/')) return 'Go';
    if (path.startsWith('vendor/bundle/')) return 'RubyGems';
    const [, vendor, part] = path.split('/', 3);
    if (!usesComposer || !path.startsWith('vendor/')) return undefined;
    return vendor === 'composer' || vendor === 'autoload.php' || isListed('Packagist', `${vendor}/${part}`)
      ? 'Packagist'
      : undefined;
  };
};

const importedPath =
  /(?:\bfrom|\bimport|\brequire(?:\.resolve)?)\s{0,20}\(?\s{0,20}["'`](\.{1,2}(?:\/[^"'`\n]{0,300})?|\/[^"'`\n]{0,300})["'`]/g;
const climbingPath = /["'`]\/?(\.\.(?:\/[^"'`\n]{0,300})?)["'`]/g;

const withoutExtension = (path: string): string => path.replace(/\.\w{1,12}$/, '');

/** Lists what an import of a path may mean: files with and without their extensions, and folders. */
const importableIn = (files: SourceFiles): ReadonlySet<string> => {
  const known = new Set(['.']);
  for (const { path } of files.entries) {
    known.add(path);
    known.add(withoutExtension(path));
    known.add(withoutExtension(withoutExtension(path)));
    for (let folder = posix.dirname(path); !known.has(folder); folder = posix.dirname(folder))
      known.add(folder);
  }
  return known;
};

/**
 * Returns a function that says whether code names a path that leads out of the unit: above its root, or in an import of
 * JavaScript to what the unit does not have, which may be another unit below it, or made by a build.
 */
export const outsideCode = (
  files: SourceFiles,
): ((path: string, text: string, imports: boolean) => boolean) => {
  let importable: ReadonlySet<string> | undefined;
  return (path, text, imports) => {
    const targetsOf = (pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].map(({ 1: stated = '' }) => {
        const [plain = ''] = stated.split(/[?#]/, 1);
        if (plain.startsWith('/')) return posix.join('.', plain.slice(1)).replace(/\/$/, '');
        return posix.join(directoryOf(path), plain).replace(/\/$/, '');
      });
    if (text.includes('..') && targetsOf(climbingPath).some((target) => /^\.\.(?:\/|$)/.test(target)))
      return true;
    if (!imports) return false;
    const known = (importable ??= importableIn(files));
    return targetsOf(importedPath).some(
      (target) => !known.has(target) && !known.has(withoutExtension(target)),
    );
  };
};
