import { defineMessages } from '../define-messages.ts';

/** Says where a package is used. */
export const inventoryMessages = defineMessages({
  title: 'Inventory',
  lead: 'Where a package is used on the default branches of all repositories.',
  purl: 'Package URL',
  purlHelp:
    'Without version, with one, or with a range: pkg:npm/lodash, pkg:npm/lodash@4.17.20, pkg:npm/lodash@<4.17.21',
  search: 'Find',
  list: 'Uses of the package',
  repository: 'Repository',
  unit: 'Unit',
  rootUnit: '(root)',
  version: 'Version',
  scope: 'Scope',
  scopes: { required: 'production', optional: 'optional', dev: 'development' },
  path: 'Dependency path',
  direct: 'direct',
  noVersion: 'not stated',
  ask: 'Which package?',
  askHelp: 'Enter a package URL as in an SBOM or an advisory.',
  none: 'Not used',
  noneHelp: 'Not on any scanned default branch.',
  more: 'More uses of this unit are not listed.',
});
