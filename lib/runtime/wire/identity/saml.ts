import { samlReader } from '#adapters/saml/saml-reader.ts';

export const wireSaml = () => samlReader;
