import type { Inventory, PackageEcosystem } from '../model/component.ts';
import type { SourceFiles } from '../model/source-files.ts';

/** Folders that package managers write as a whole, and their lists. */
const managedPath =
  /(?:^|\/)(?:(?:\.git|\.hg|\.svn|site-packages|dist-packages)\/|node_modules\/\.(?:package-lock\.json|yarn-state\.yml|yarn-integrity|modules\.yaml)$)/;

/** Returns the package in whose folder below `node_modules` a file is: `@a/b` for `node_modules/@a/b/c.js`. */
const packageOfFolder = (path: string): string | undefined => {
  const segments = path.split('/');
  const at = segments.lastIndexOf('node_modules', -3);
  if (at === -1) return undefined;
  const [first = '', second = ''] = segments.slice(at + 1);
  return first.startsWith('@') ? `${first}/${second}` : first;
};

/** The languages for which a file is no code of the unit; undefined for code of the unit. */
type Managed = PackageEcosystem | 'every' | undefined;

/**
 * Returns a function that says whether a package manager wrote a file: into `node_modules`, Python's `site-packages`, or the
 * `vendor` folder of Go, Composer or Ruby. Everything else is code of the unit, whatever its folder is called, and so is a
 * package in such a folder that the inventory does not have.
 */
export const managedCode = (files: SourceFiles, { components }: Inventory): ((path: string) => Managed) => {
  const paths = files.entries.map(({ path }) => path);
  const listed = new Set(components.map(({ ecosystem, name }) => `${ecosystem} ${name.toLowerCase()}`));
  const isListed = (ecosystem: PackageEcosystem, name: string): boolean =>
    listed.has(`${ecosystem} ${name.toLowerCase()}`);
  const usesGo = paths.includes('vendor/modules.txt');
  const usesComposer = paths.some((path) => path.startsWith('vendor/composer/'));
  return (path) => {
    if (managedPath.test(path)) return 'every';
    const name = packageOfFolder(path);
    if (name !== undefined && isListed('npm', name)) return 'every';
    if (usesGo && path.startsWith('vendor/')) return 'Go';
    if (path.startsWith('vendor/bundle/')) return 'RubyGems';
    const [, vendor, part] = path.split('/', 3);
    if (!usesComposer || !path.startsWith('vendor/')) return undefined;
    return vendor === 'composer' || vendor === 'autoload.php' || isListed('Packagist', `${vendor}/${part}`)
      ? 'Packagist'
      : undefined;
  };
};
