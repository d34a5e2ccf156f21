import { Problem } from '@scangate/domain/problem';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Whether the browser reports that a page of another origin caused a request. `none` means that a person typed the
 * address.
 */
export const isFromOtherOrigin = ({ 'sec-fetch-site': site }: Headers): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none';

/** The refusal of a request from a page of another origin. */
export const fromOtherOrigin = (): Problem =>
  new Problem('csrf_failed', { detail: 'The request comes from a page of another origin.' });

/**
 * Refuses a form or request that a page of another origin sends without a session: it would start or end something
 * in another person's browser.
 * @param headers by lower-case name.
 * @throws Problem csrf_failed.
 */
export const requireSameOrigin = (headers: Headers, { publicUrl }: { publicUrl: string }): void => {
  const { origin } = headers;
  const isOther = origin !== undefined && origin !== new URL(publicUrl).origin;
  if (isOther || isFromOtherOrigin(headers)) throw fromOtherOrigin();
};
