import type { Component } from '../model/component.ts';
import type { LicenseException, LicensePolicy } from '../model/policy.ts';
import { packageName } from '../advisories/package-name.ts';
import { matchesWildcards } from './wildcards.ts';
import { judgeLicense } from './judge-license.ts';

type Subject = Pick<Component, 'ecosystem' | 'name' | 'purl'>;

const noRules: LicensePolicy = { denyCategories: [], deny: [], allow: [] };

/** What is compared of a licence: its SPDX spelling where it has one, else its words. */
const termsOf = (stated: string): string => judgeLicense(stated, noRules).expression?.toLowerCase() ?? '';

/** People write `@scope`, and no qualifiers: where a package came from does not change what it is. */
const plainPurl = (purl: string): string => (purl.split(/[?#]/, 1)[0] ?? '').replaceAll('%40', '@');

/** The name and the version are parted by an `@` that begins no segment. */
const withoutVersion = (purl: string): string => {
  const at = purl.lastIndexOf('@');
  return at > 0 && purl[at - 1] !== '/' && !purl.slice(at).includes('/') ? purl.slice(0, at) : purl;
};

const names = (pattern: string, { ecosystem, name, purl }: Subject): boolean => {
  if (pattern.startsWith('pkg:')) {
    const plain = plainPurl(purl ?? '');
    const wanted = pattern.replaceAll('%40', '@');
    return [plain, withoutVersion(plain)].some((each) => matchesWildcards(wanted, each));
  }
  if (matchesWildcards(pattern, name)) return true;
  return (
    ecosystem !== undefined && matchesWildcards(packageName(ecosystem, pattern), packageName(ecosystem, name))
  );
};

/**
 * The first exception of the policy that covers a component and the terms it was judged by, or undefined. Work is
 * bounded by the lists; terms are read once.
 * @param expression as the judgement gives it; absent when nothing is stated.
 */
export const exceptionFinder = ({
  exceptions = [],
}: LicensePolicy): ((component: Subject, expression: string | undefined) => LicenseException | undefined) => {
  const known = exceptions.map((exception) => ({
    exception,
    terms: exception.license === undefined ? undefined : termsOf(exception.license),
  }));
  return (component, expression) =>
    known.find(
      ({ exception, terms }) =>
        (terms === undefined || terms === expression?.toLowerCase()) && names(exception.package, component),
    )?.exception;
};
