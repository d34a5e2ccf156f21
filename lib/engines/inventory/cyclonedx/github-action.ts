import type { PackageUrl } from '@scangate/engines/purl/package-url';

/** The property in which syft says of which kind a package is. */
export const syftKind = 'syft:package:type';

/** The kinds of packages that are actions. */
export const actionKinds: ReadonlySet<string> = new Set(['github-action', 'github-action-workflow']);

/** Returns whether a package URL is that of an action as syft writes it: it has the type of any repository of GitHub. */
export const isActionOfSyft = ({ type }: Pick<PackageUrl, 'type'>, kind: string | undefined): boolean =>
  type === 'github' && kind !== undefined && actionKinds.has(kind);
