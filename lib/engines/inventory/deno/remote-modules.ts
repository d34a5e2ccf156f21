import { purlOfParts } from '@scangate/engines/purl/package-url';
import { publicUrl } from '../package-address.ts';
import type { FoundPackage } from '../lockfile-reader.ts';

/** `https://host/path/name@version/file.ts`, where the part with `@version` ends the package. */
const versioned =
  /^https?:\/\/([^/\s]{1,253})\/((?:[^@\s]{0,500}\/)?[^@/\s]{1,200})@([^/\s?#]{1,128})(?:[/?#]|$)/;
/** npm packages that this host serves as modules, possibly in a build of its own. */
const npmHost = 'esm.sh';
const npmPath = /^(?:v\d{1,4}\/|stable\/|\*)?((?:@[\w.-]{1,100}\/)?[\w.-]{1,200})$/;
const scopedNpm =
  /^https:\/\/esm\.sh\/(?:v\d{1,4}\/|stable\/|\*)?(@[\w.-]{1,100}\/[\w.-]{1,200})@(\d[^/\s?#&]{0,127})(?:[/?#&]|$)/;

/**
 * Returns the package of a module's URL: all of its files are one package; a URL without a version is a package of
 * its own.
 */
export const packageOfUrl = (url: string): FoundPackage => {
  const [, scoped, scopedVersion] = scopedNpm.exec(url) ?? [];
  if (scoped !== undefined && scopedVersion !== undefined)
    return { key: `npm:${scoped}@${scopedVersion}`, ecosystem: 'npm', name: scoped, version: scopedVersion };
  const [, host = '', path = '', version = ''] = versioned.exec(url) ?? [];
  const [, npm] = host === npmHost ? (npmPath.exec(path) ?? []) : [];
  if (npm !== undefined && /^\d/.test(version))
    return { key: `npm:${npm}@${version}`, ecosystem: 'npm', name: npm, version };
  const name = host === '' ? publicUrl(url).replace(/^https?:\/\//, '') : `${host}/${path}`;
  const stated = host === '' ? {} : { version };
  const purl = purlOfParts({
    type: 'generic',
    name: name.replaceAll('/', '-'),
    ...stated,
    qualifiers: { download_url: publicUrl(url) },
  });
  return { key: `${name}@${version}`, name, ...stated, ...(purl !== undefined && { purl }) };
};
