/** A change of one dependency of a unit. */
export interface DependencyChange {
  action: 'upgrade' | 'remove';
  /** The ref of the component that is changed. */
  ref: string;
  packageName: string;
  version?: string;
  purl?: string;
  file: string;
  /** The version to upgrade to. */
  upgradeTo?: string;
  /** Whether the upgrade is a breaking change in the terms of the ecosystem. */
  breaking?: boolean;
  /** Direct dependencies that lead to an upgraded package, as names with versions. */
  via?: string[];
  /** The advisories that an upgrade clears, or the packages, as names with versions, that disappear with a removal. */
  clears: string[];
}
