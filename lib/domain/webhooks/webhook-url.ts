import { fieldProblem } from '../invalid-field.ts';
import type { Problem } from '../problem.ts';

/** The longest URL of a webhook. */
const maxUrlLength = 2_048;

const leastPort = 1_024;

/** The refusal of the URL of a webhook. */
export const invalidUrl = (detail: string): Problem =>
  fieldProblem('webhook_url_invalid', '/url', { detail });

/** Tells whether the operator permits a host although it is not public; on this machine, http is accepted for it. */
export type IsPrivateHost = (hostname: string) => boolean;

/**
 * Parses the URL of a webhook and checks its syntax. Its IP addresses are checked when they are resolved.
 * @throws Problem webhook_url_invalid
 */
export const parseWebhookUrl = (text: string, isPrivateHost: IsPrivateHost): URL => {
  if (text.length > maxUrlLength) throw invalidUrl(`A URL has at most ${maxUrlLength} characters.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || /[\s\p{Cc}\p{Cs}]/u.test(text)) throw invalidUrl('This is not a URL.');
  const isLocal = url.protocol === 'http:' && isPrivateHost(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) throw invalidUrl('A webhook URL must use https.');
  if (url.username !== '' || url.password !== '')
    throw invalidUrl('The URL must not have a user name or password: deliveries are signed.');
  if (url.hash !== '' || text.includes('#'))
    throw invalidUrl('The URL must not have a fragment, which is never sent.');
  if (url.port !== '' && Number(url.port) < leastPort)
    throw invalidUrl(`A webhook URL must use port 443, or ${leastPort} and above.`);
  if (url.href.length > maxUrlLength) throw invalidUrl(`A URL has at most ${maxUrlLength} characters.`);
  return url;
};
