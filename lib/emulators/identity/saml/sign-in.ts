import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import { readBody, requestUrl, respond } from '@scangate/emulator-host/http-server';
import { openPeople, type People } from '../added-people.ts';
import { chooserPage, page, pageHeaders, readChoice } from '../page.ts';
import { readAuthnRequest } from './authn-request.ts';
import { openIdentityProvider, type SamlIdentityProvider } from './identity-provider.ts';
import type { SamlOptions } from './provider-options.ts';

const formLimitBytes = 128 * 1024;
const submit = 'document.forms[0].submit()';
const submitSource = `'sha256-${createHash('sha256').update(submit).digest('base64')}'`;

/** Posts the response to the service provider; without scripts, a button does. */
const postPage = (acsUrl: string, fields: Readonly<Record<string, string>>): string =>
  page(
    'Signing in',
    `<form method="post" action="${escapeMarkup(acsUrl)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`)
      .join('')}<button>Go on</button></form><script>${submit}</script>`,
  );

const unreadable = (response: ServerResponse): void =>
  respond(response, 400, {
    headers: { 'content-type': 'text/plain' },
    body: 'This is no AuthnRequest of a service on this machine.',
  });

interface SignIn {
  provider: SamlIdentityProvider;
  people: People;
  options: SamlOptions;
}

const serveSignIn = async (
  { provider, people, options }: SignIn,
  form: URLSearchParams,
  response: ServerResponse,
): Promise<void> => {
  const samlRequest = form.get('SAMLRequest') ?? '';
  const relayState = form.get('RelayState');
  const request = readAuthnRequest(samlRequest);
  if (!request) return unreadable(response);
  const { isNew, person: subject, ...given } = readChoice(form);
  const person = isNew ? people.add({ ...given, isEmailVerified: true }) : people.find(subject ?? '');
  const relayed = { ...(relayState !== null && { RelayState: relayState }) };
  if (person) {
    const body = postPage(request.acsUrl, {
      SAMLResponse: await provider.answer(request, person),
      ...relayed,
    });
    return respond(response, 200, { headers: pageHeaders(submitSource), body });
  }
  const body = chooserPage({
    title: options.title,
    action: `/saml/${options.path}/sso`,
    people: people.all(),
    fields: { SAMLRequest: samlRequest, ...relayed },
    asks: 'groups',
  });
  respond(response, 200, { headers: pageHeaders(), body });
};

/** Serves the metadata and the single sign-on endpoint of an identity provider. */
export const serveIdentityProvider = async (
  options: SamlOptions,
  place: { folder: string; origin: string },
): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> => {
  const provider = await openIdentityProvider(options, place);
  const { path, domain } = options;
  const people = openPeople({ folder: place.folder, name: `saml-${path}`, domain, people: options.people });
  return async (request, response) => {
    const { pathname, searchParams } = requestUrl(request);
    if (pathname === `/saml/${path}/metadata`) {
      const headers = { 'content-type': 'application/samlmetadata+xml' };
      return respond(response, 200, { headers, body: provider.metadata() });
    }
    if (pathname !== `/saml/${path}/sso`) return respond(response, 404);
    const isPost = request.method === 'POST';
    const form = isPost
      ? new URLSearchParams((await readBody(request, formLimitBytes)).toString())
      : searchParams;
    return serveSignIn({ provider, people, options }, form, response);
  };
};
