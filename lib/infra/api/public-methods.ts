/**
 * Every method without an authorizer, and why. A method is not open because its table says so: it must be here, too, and
 * a test repeats the list.
 */
export const publicMethods: Readonly<Record<string, string>> = {
  'exchange-token':
    'The JWT of a CI is its credential, which the function verifies before anything is written.',
  'start-device-login': 'A command line without a credential asks for one; a person decides.',
  'grant-device-token':
    'The device code is its credential, which the function looks up by its hash before anything is written.',
  'get-openapi': 'The description of the API is the same for everybody.',
  'show-docs': 'The reference of the API is the same for everybody.',
  'get-docs-file': 'The page of the reference loads its script, which is the same for everybody.',
  'get-verification-keys':
    'Whoever holds a signed verdict checks it; the public keys are the same for everybody.',
  'list-sign-in-providers': 'Who is not signed in asks where to sign in.',
  'start-sign-in': 'Who is not signed in signs in.',
  'start-sign-in-by-post': 'Who accepts an invitation is not signed in.',
  'complete-sign-in':
    'The issuer vouches for the person; the function checks what binds its answer to the browser.',
  'get-saml-metadata': 'An identity provider imports them; they follow from the id that it asks with.',
  'complete-saml-sign-in':
    'The identity provider signs the assertion, which the function verifies; it answers a sign-in of this browser.',
  'open-shared':
    'The link is its credential, which the function looks up by its hash before anything is written.',
  'get-badge':
    'A page that anybody reads shows it. Its address cannot be guessed, and it says a verdict alone.',
  'stripe-webhook': 'Its sender signs every event, and the function verifies the signature first.',
};

/** @throws Error for a method that is not in the list. */
export const requirePublic = (name: string): void => {
  if (!Object.hasOwn(publicMethods, name))
    throw new Error(`${name} has no authorizer and is not in lib/infra/api/public-methods.ts`);
};
