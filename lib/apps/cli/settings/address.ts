import { isEncrypted } from '@scangate/client/encrypted-address';
import { CliFailure, exitCodes } from '../exit-codes.ts';

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message, 'address_refused');

/**
 * Reads the address of a service: its origin, and its base path.
 * @throws CliFailure for an address to which a token must not be sent. The message never repeats it, because it may
 * contain a credential.
 */
export const readAddress = (text: string, from: string): string => {
  const url = URL.parse(text);
  // URL.parse drops line breaks silently.
  if (!url || /[\s\p{Cc}]/u.test(text))
    throw bad(`${from} is not an address such as https://scangate.example.`);
  if (url.username !== '' || url.password !== '')
    throw bad(`${from} contains a credential. Give only the address, and the token in SCANGATE_TOKEN.`);
  if (url.search !== '' || url.hash !== '')
    throw bad(`${from} has a query or a fragment. Give only the address.`);
  if (url.protocol === 'http:' && !isEncrypted(url))
    throw bad(
      `${from} uses http to another machine, which would expose the token to the network. Use https.`,
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw bad(`${from} is not an https address.`);
  return url.href.replace(/\/+$/, '');
};

export interface AddressSources {
  /** The value of `--url`. */
  flag: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  /** The address in the user's own configuration, which `login` writes. */
  stored: string | undefined;
}

/** Finds the address: `--url`, otherwise SCANGATE_URL, otherwise the user's own configuration. @throws CliFailure */
export const findAddress = ({ flag, environment, stored }: AddressSources): string => {
  if (flag !== undefined) return readAddress(flag, '--url');
  const variable = environment['SCANGATE_URL'] ?? '';
  if (variable !== '') return readAddress(variable, 'SCANGATE_URL');
  if (stored !== undefined) return readAddress(stored, 'The address in your configuration');
  throw bad(
    'The address of the service is missing. Give --url or set SCANGATE_URL, or scan on this machine with --offline.',
  );
};
