const home = '/console';
/** The service redirects only to paths of plain segments. */
const plainPath = /^\/console(?:\/[A-Za-z0-9._~@:+,=-]{1,256}){0,20}\/?$/;
const maxLength = 2048;

/**
 * The current page, to which a sign-in returns. The secret in a fragment is left out, and so is a query that is too
 * long, because sign-in would otherwise fail.
 */
export const returnHere = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location,
): string => {
  if (!plainPath.test(pathname)) return home;
  const whole = `${pathname}${search}`;
  return whole.length > maxLength || search.includes('\\') ? pathname : whole;
};

/** The address that starts a sign-in. A start address of another origin is not used. */
export const signInUrl = (
  startUrl: string,
  query: Readonly<Record<string, string>>,
  origin = window.location.origin,
): string => {
  const url = new URL(startUrl, origin);
  if (url.origin !== origin) return '/v1/session/start';
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
};
