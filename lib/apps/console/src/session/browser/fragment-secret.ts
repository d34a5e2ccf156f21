import { useEffect, useState } from 'react';

/** A render that is thrown away has read the secret already, so it is kept beside the components. */
let taken = '';

const read = (prefix: string): string => {
  const secret = window.location.hash.slice(1);
  if (secret !== '') taken = secret;
  return taken.startsWith(prefix) ? taken : '';
};

/** Takes the secret out of the address, so that no history and no screenshot has it. */
const clear = (): void => {
  const { pathname, search, hash } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', `${pathname}${search}`);
};

/** The secret of a link, which stands behind `#`: no server sees that. It lives as long as the page. */
export const useSecretOfFragment = (prefix = ''): string => {
  const [secret] = useState(() => read(prefix));
  useEffect(clear, []);
  return secret;
};
