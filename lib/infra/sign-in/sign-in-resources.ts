import type { SignInResources } from '../resources/service-resources.ts';
import type { Settings } from '../settings.ts';

/** The name of the parameter with issuer, client id and public address. */
export const signInParameterName = ({ deploymentName }: Settings): string => `/${deploymentName}/sign-in`;

/** The address that the issuer sends people back to; an issuer takes it exactly as it was registered. */
export const callbackUrlOf = ({ publicUrl }: Settings): string => `${publicUrl}/v1/session/callback`;

/** Returns what functions are told about sign-in. Without a public address there is nothing to return to, and no parameter. */
export const signInResources = (settings: Settings): SignInResources => ({
  parameter: settings.publicUrl === '' ? '' : signInParameterName(settings),
  secretParameter: settings.oidcSecretParameter,
  allowedIssuers: settings.allowedIssuers,
  signUp: settings.signUp,
  signUpDomains: settings.signUpDomains,
  dnsServers: settings.dnsServers,
  organizationRate: settings.organizationRate,
  exchangeRate: settings.exchangeRate,
});
