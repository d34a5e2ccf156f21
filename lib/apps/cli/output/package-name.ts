/** The package of a finding, with its version if known; undefined for a finding without one. */
export const packageName = (finding: {
  packageName?: string | undefined;
  version?: string | undefined;
}): string | undefined => {
  const { packageName: name, version } = finding;
  return name === undefined || version === undefined ? name : `${name}@${version}`;
};
