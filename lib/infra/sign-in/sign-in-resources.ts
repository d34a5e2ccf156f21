import type { SignInResources } from '../resources/service-resources.ts';
import type { Settings } from '../settings.ts';

/** The name of the parameter with issuer, client id and public address. */
export const signInParameterName = ({ deploymentName }: Settings): string => `/${deploymentName}/sign-in`;

/** The name of the parameter with the address of the console's distribution. */
export const distributionParameterName = ({ deploymentName }: Settings): string =>
  `/${deploymentName}/distribution`;

/** Whether people find the service at an address: `publicUrl`, else the name of the console's distribution. */
export const hasPublicAddress = ({ publicUrl, console }: Settings): boolean => publicUrl !== '' || console;

/** Returns the sign-in settings that functions need. Without a public address there is no parameter. */
export const signInResources = (settings: Settings): SignInResources => ({
  parameter: hasPublicAddress(settings) ? signInParameterName(settings) : '',
  secretParameter: settings.oidcSecretParameter,
  allowedIssuers: settings.allowedIssuers,
  signUp: settings.signUp,
  signUpDomains: settings.signUpDomains,
  console: settings.console,
  dnsServers: settings.dnsServers,
  organizationRate: settings.organizationRate,
  exchangeRate: settings.exchangeRate,
});
