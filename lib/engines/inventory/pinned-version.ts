import { asText } from './parse/untrusted-value.ts';

/** A Maven version that is one: `[1.2]` is exactly 1.2, other ranges and `LATEST` are whatever is newest on the day. */
export const pinnedMavenVersion = (stated: string | undefined): string | undefined => {
  const exact = /^\[\s?([^,[\]()\s]{1,200})\s?\]$/.exec(stated ?? '')?.[1] ?? stated;
  const version = asText(exact, 200);
  return version && !/[[\](){},\s]|^(?:LATEST|RELEASE)$/.test(version) ? version : undefined;
};

/** Gradle knows `1.+` and `latest.release` too; `1.2!!` means 1.2 and nothing else. */
export const pinnedGradleVersion = (stated: string | undefined): string | undefined => {
  const version = pinnedMavenVersion(stated?.trim().replace(/!!$/, ''));
  return version && !version.endsWith('+') && !version.startsWith('latest.') ? version : undefined;
};

/**
 * NuGet takes the lowest version that fits, so a version, or a range that includes its lower end, means that one.
 * Floating versions and open lower ends mean none.
 */
export const pinnedNugetVersion = (stated: string | undefined): string | undefined => {
  const lowest =
    /^\[\s?([^,[\]()\s]{1,200})\s?(?:,[^,[\]()]{0,200})?[\])]$/.exec(stated ?? '')?.[1] ?? stated;
  const version = asText(lowest, 200);
  return version && /^\d[\w.+-]*$/.test(version) ? version : undefined;
};
