import { asList, asText, member } from '../parse/untrusted-value.ts';

const maxLicenses = 20;
const unreadable = 'unreadable';

const nameOf = (stated: unknown): string | undefined =>
  asText(stated) ?? asText(member(stated, 'type')) ?? asText(member(stated, 'name'));

/** The fields of a package that state its license. */
interface LicenseFields {
  license?: unknown;
  licenses?: unknown;
}

/**
 * Reads the license of a package: a string, npm's older object with a type, or its older list. The list is written
 * with slashes, because authors may mean a choice or all of them.
 */
export const npmLicenseOf = ({ license, licenses }: LicenseFields): string | undefined => {
  const stated = license ?? licenses;
  if (stated === undefined || typeof stated === 'string') return asText(stated);
  const listed = asList(stated);
  const names = listed.slice(0, maxLicenses).map((each) => nameOf(each) ?? unreadable);
  // Nobody may hide a license behind many others.
  if (listed.length > maxLicenses) names.push(unreadable);
  return names.length > 1
    ? [...new Set(names)].map((name) => (/[\s,/]/.test(name) ? `(${name})` : name)).join(' / ')
    : (names[0] ?? nameOf(stated));
};
