import type { Component } from '../model/component.ts';

/** Code hosts on which the first segment of a path is an account. */
const accounts = /^((?:github\.com|gitlab\.com|bitbucket\.org)\/[^/]+)\//;

/**
 * Returns the supplier of a component where its name states one: the scope, vendor, group or account that only its
 * owner can publish under. Names in other registries state none.
 */
export const supplierOf = ({ ecosystem, name }: Component): string | undefined => {
  switch (ecosystem) {
    case 'npm':
      return name.startsWith('@') && name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined;
    case 'Packagist':
      return name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined;
    case 'Maven':
      return name.includes(':') ? name.slice(0, name.indexOf(':')) : undefined;
    case 'Go':
    case 'SwiftURL':
      return accounts.exec(name)?.[1];
    default:
      return undefined;
  }
};
