import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl, respond, respondJson } from '@scangate/emulator-host/http-server';
import { publicJwk } from '../signing-key.ts';
import { ciKey, ciProviders } from './token.ts';

const wellKnown = /^(\/ci\/([a-z]{1,20})(?:\/[\w./-]{1,200})?)\/\.well-known\/(openid-configuration|jwks)$/;

/** Serves discovery and keys of every CI issuer; all sign with one key. */
export const serveCiIssuers = async (
  request: IncomingMessage,
  response: ServerResponse,
  { folder, origin }: { folder: string; origin: string },
): Promise<void> => {
  const [, path = '', provider, document] = wellKnown.exec(requestUrl(request).pathname) ?? [];
  if (!ciProviders.some((known) => known === provider)) return respond(response, 404);
  if (document === 'jwks') return respondJson(response, 200, { keys: [publicJwk(await ciKey(folder))] });
  const issuer = `${origin}${path}`;
  return respondJson(response, 200, {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid'],
  });
};
