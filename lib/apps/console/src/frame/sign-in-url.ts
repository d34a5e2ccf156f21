/** The page that is open, for a sign-in to come back to. The secret of a fragment stays out. */
export const returnHere = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = window.location,
): string => (pathname.startsWith('/console') ? `${pathname}${search}` : '/console');

/** The address that starts a sign-in. A start address of another origin is not followed. */
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
