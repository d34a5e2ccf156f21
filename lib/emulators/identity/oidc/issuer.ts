import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { openPeople } from '../added-people.ts';
import { signingKey } from '../signing-key.ts';
import type { IssuerOptions } from './issuer-options.ts';
import { misbehave } from './misbehavior.ts';
import { providerConfiguration } from './provider-configuration.ts';
import { serveSignIn } from './sign-in.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Opens an OpenID Connect issuer below a path of `origin`. */
export const openIssuer = async (
  options: IssuerOptions,
  { folder, origin }: { folder: string; origin: string },
): Promise<Handle> => {
  const { path, domain, misbehavior } = options;
  const key = await signingKey(folder, path);
  const people = openPeople({ folder, name: path, domain, people: options.people });
  const cookieKey = createHash('sha256')
    .update(key.privateKey.export({ type: 'pkcs8', format: 'der' }))
    .digest('hex');
  const configuration = providerConfiguration({ options, people, key, cookieKey });
  const provider = new Provider(`${origin}/${path}`, configuration);
  if (misbehavior) provider.use(misbehave(misbehavior, key));
  const standard = provider.callback();
  const signIn = serveSignIn({ provider, people, options });
  const mount = `/${path}`;
  return async (request, response) => {
    if (request.url?.startsWith(`${mount}/interaction/`)) return signIn(request, response);
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(mount.length) || '/' });
    await standard(request, response);
  };
};
