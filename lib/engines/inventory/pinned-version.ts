import { asText } from './parse/untrusted-value.ts';

/**
 * Returns a Maven version that is exact: `[1.2]` is exactly 1.2, while ranges and `LATEST` depend on the day.
 */
export const pinnedMavenVersion = (stated: string | undefined): string | undefined => {
  const exact = /^\[\s?([^,[\]()\s]{1,200})\s?\]$/.exec(stated ?? '')?.[1] ?? stated;
  const version = asText(exact, 200);
  return version && !/[[\](){},\s]|^(?:LATEST|RELEASE)$/.test(version) ? version : undefined;
};

/** Returns an exact Gradle version. Gradle also has `1.+` and `latest.release`; `1.2!!` means exactly 1.2. */
export const pinnedGradleVersion = (stated: string | undefined): string | undefined => {
  const version = pinnedMavenVersion(stated?.trim().replace(/!!$/, ''));
  return version && !version.endsWith('+') && !version.startsWith('latest.') ? version : undefined;
};

/**
 * Returns the version NuGet resolves. NuGet takes the lowest one that fits, so a version or a range with an
 * inclusive lower bound is exact; floating versions and exclusive lower bounds are not.
 */
export const pinnedNugetVersion = (stated: string | undefined): string | undefined => {
  const lowest =
    /^\[\s?([^,[\]()\s]{1,200})\s?(?:,[^,[\]()]{0,200})?[\])]$/.exec(stated ?? '')?.[1] ?? stated;
  const version = asText(lowest, 200);
  return version && /^\d[\w.+-]*$/.test(version) ? version : undefined;
};
