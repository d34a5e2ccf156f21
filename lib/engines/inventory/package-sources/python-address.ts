import { pypiName } from '../python/python-requirement.ts';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';

export const pypiHosts: ReadonlySet<string> = new Set([
  'pypi.org',
  'files.pythonhosted.org',
  'pypi.python.org',
]);

const archive = /\.(?:tar\.gz|tar\.bz2|tar\.xz|tgz|zip)$/i;
const longestFile = 300;

/** Versions that cannot be ordered, such as those of very old archives, are not compared. */
const differ = (a: string, b: string): boolean => {
  const order = versionOrder('PyPI');
  const [left, right] = [order?.parse(a.replaceAll('_', '-')), order?.parse(b)];
  return order !== undefined && left !== undefined && right !== undefined && order.compare(left, right) !== 0;
};

/**
 * Returns why a file does not belong to a package, by its name; undefined when it does, or when its form does not
 * show it.
 */
export const pypiMismatch = (
  name: string,
  version: string | undefined,
  address: string,
): string | undefined => {
  const file = (address.split(/[?#]/, 1)[0] ?? '').split('/').at(-1)?.replaceAll(/%2B/gi, '+') ?? '';
  if (file === '' || file.length > longestFile) return undefined;
  if (file.endsWith('.whl')) {
    const [project = '', stated = ''] = file.split('-');
    if (pypiName(project) !== name) return `its file is ${file}`;
    return version !== undefined && differ(stated, version) ? `its file is ${file}` : undefined;
  }
  if (!archive.test(file)) return undefined;
  const bare = pypiName(file.replace(archive, ''));
  if (!bare.startsWith(`${name}-`)) return `its file is ${file}`;
  const stated = file.replace(archive, '').slice(name.length + 1);
  return version !== undefined && differ(stated, version) ? `its file is ${file}` : undefined;
};
