import type { Component } from '../model/component.ts';
import type { LicenseException, LicensePolicy } from '../model/gate/policy.ts';
import { packageName } from '../advisories/package-name.ts';
import { matchesWildcards } from './wildcards.ts';
import { judgeLicense } from './judge-license.ts';

type Subject = Pick<Component, 'ecosystem' | 'name' | 'purl'>;

const noRules: LicensePolicy = { denyCategories: [], deny: [], allow: [] };

/** Normalizes license terms for comparison: SPDX in canonical spelling, else the text. */
export const licenseTerms = (stated: string): string =>
  judgeLicense(stated, noRules).expression?.toLowerCase() ?? '';

/**
 * Normalizes a purl for comparison: `@scope` unencoded, without qualifiers, and Go modules without case, which their
 * purls once lost.
 */
const plainPurl = (purl: string): string => {
  const plain = (purl.split(/[?#]/, 1)[0] ?? '').replaceAll('%40', '@');
  return plain.startsWith('pkg:golang/') ? plain.toLowerCase() : plain;
};

/** Removes the version, which follows an `@` that does not start a segment. */
const withoutVersion = (purl: string): string => {
  const at = purl.lastIndexOf('@');
  return at > 0 && purl[at - 1] !== '/' && !purl.slice(at).includes('/') ? purl.slice(0, at) : purl;
};

const names = (pattern: string, { ecosystem, name, purl }: Subject): boolean => {
  if (pattern.startsWith('pkg:')) {
    const plain = plainPurl(purl ?? '');
    const decoded = pattern.replaceAll('%40', '@');
    const wanted = decoded.startsWith('pkg:golang/') ? decoded.toLowerCase() : decoded;
    return [plain, withoutVersion(plain)].some((each) => matchesWildcards(wanted, each));
  }
  if (matchesWildcards(pattern, name)) return true;
  return (
    ecosystem !== undefined && matchesWildcards(packageName(ecosystem, pattern), packageName(ecosystem, name))
  );
};

/**
 * Returns a function that finds the first exception of the policy for a component and its evaluated terms. Work
 * is bounded by the lists; terms are parsed once.
 * @param expression of the judgment; absent when no license is stated.
 */
export const exceptionFinder = ({
  exceptions = [],
}: LicensePolicy): ((component: Subject, expression: string | undefined) => LicenseException | undefined) => {
  const known = exceptions.map((exception) => ({
    exception,
    terms: exception.license === undefined ? undefined : licenseTerms(exception.license),
  }));
  return (component, expression) =>
    known.find(
      ({ exception, terms }) =>
        (terms === undefined || terms === expression?.toLowerCase()) && names(exception.package, component),
    )?.exception;
};
