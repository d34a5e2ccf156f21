import * as z from 'zod';

const providerNames = ['slack', 'teams', 'github', 'gitlab', 'bitbucket', 'jira', 'linear'] as const;
export type ProviderName = (typeof providerNames)[number];

/** The origins of providers whose addresses are fixed. */
export const providerOrigins = {
  slack: 'https://slack.com',
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://api.bitbucket.org',
  linear: 'https://api.linear.app',
} as const satisfies Partial<Record<ProviderName, string>>;

/** Base URLs that replace those of providers, by provider; a deployed service has none. */
export type ReplacedOrigins = Partial<Record<ProviderName, string>>;

const replacedOrigins = z.partialRecord(z.enum(providerNames), z.url());

/** Reads the environment variable PROVIDER_ORIGINS. @throws ZodError, SyntaxError */
export const readReplacedOrigins = (text: string | undefined): ReplacedOrigins =>
  text === undefined ? {} : replacedOrigins.parse(JSON.parse(text));

/**
 * Returns the URL to call, which may be an origin: that of the provider itself or of its emulator, with the same
 * path and query.
 */
export const addressAt = (replaced: ReplacedOrigins, provider: ProviderName, url: string): string => {
  const base = replaced[provider];
  if (base === undefined) return url;
  const { pathname, search } = new URL(url);
  return `${base}${pathname === '/' ? '' : pathname}${search}`;
};
