import type { FoundPackage } from '../lockfile-reader.ts';
import { asList, asText, member, type Table } from '../parse/untrusted-value.ts';

const maxLicenses = 20;

const nameOf = (stated: unknown): string | undefined =>
  asText(stated) ?? asText(member(stated, 'type')) ?? asText(member(stated, 'name'));

/**
 * Reads the license of a package: a text, npm's older object with a type, or its older list. The list is written
 * with slashes, because authors mean by it a choice or all of them.
 */
export const npmLicenseOf = (entry: Table): Pick<FoundPackage, 'license'> => {
  const stated = member(entry, 'license') ?? member(entry, 'licenses');
  const listed = asList(stated).slice(0, maxLicenses);
  const names = listed.map((each) => nameOf(each) ?? 'unreadable');
  const license =
    names.length > 1
      ? [...new Set(names)].map((name) => (/[\s,/]/.test(name) ? `(${name})` : name)).join(' / ')
      : (names[0] ?? nameOf(stated));
  return license === undefined ? {} : { license };
};
