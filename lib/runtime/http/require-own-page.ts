import { Problem } from '@scangate/domain/problem';

/**
 * Refuses a form or request that a page of another origin sends without a session: it would begin or end something in a
 * browser that is not its own. `none` is a person who typed the address.
 * @param headers by lower-case name.
 * @throws Problem csrf_failed.
 */
export const requireOwnPage = (
  headers: Readonly<Record<string, string | undefined>>,
  { publicUrl }: { publicUrl: string },
): void => {
  const { origin, 'sec-fetch-site': site } = headers;
  const fromElsewhere =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== new URL(publicUrl).origin);
  if (fromElsewhere)
    throw new Problem('csrf_failed', { detail: 'The request comes from a page of another origin.' });
};
