import type { IssuerOptions } from '../oidc/issuer-options.ts';
import type { SamlOptions } from '../saml/provider-options.ts';

/** The data with which the thread starts. */
export interface IdentityWorkerStart {
  /** The data folder. */
  folder: string;
  /** The origin under which the emulators are known. */
  origin: string;
  clock: SharedArrayBuffer;
  issuers: IssuerOptions[];
  identityProviders: SamlOptions[];
}

/** The thread listens on this port. */
export interface IdentityWorkerReady {
  port: number;
}
