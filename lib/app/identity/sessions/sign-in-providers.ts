import type { SignInProvider } from '#ports/identity/sign-in.ts';
import { deploymentProvider } from './organization-issuer.ts';

/** A link by which a browser signs in. */
interface ListedProvider {
  providerId: string;
  label: string;
  startUrl: string;
}

const startUrl = '/v1/session/start';

/** Lists the links of the sign-in page: the deployment's issuer first, then the people with a button of their own. */
export const signInProviders = async (
  signIn: Pick<SignInProvider, 'configuration'>,
): Promise<ListedProvider[]> => {
  const configuration = await signIn.configuration();
  if (!configuration) return [];
  const people = (configuration.people ?? []).map(({ label, email }, index) => ({
    providerId: `${deploymentProvider}-${index + 1}`,
    label,
    startUrl: `${startUrl}?${new URLSearchParams({ email }).toString()}`,
  }));
  return [{ providerId: deploymentProvider, label: 'Sign in', startUrl }, ...people];
};
