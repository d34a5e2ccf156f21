/** The package that a finding names, with its version where it is known; undefined for a finding of none. */
export const packageName = (finding: {
  packageName?: string | undefined;
  version?: string | undefined;
}): string | undefined => {
  const { packageName: name, version } = finding;
  return name === undefined || version === undefined ? name : `${name}@${version}`;
};
