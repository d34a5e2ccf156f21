import { useState } from 'react';

/** A render that is thrown away has taken the secret already, so it is kept beside the components. */
let taken = '';

/** Takes the secret out of the address, so that no history and no screenshot has it. */
const take = (prefix: string): string => {
  const secret = window.location.hash.slice(1);
  if (secret !== '') {
    taken = secret;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  }
  return taken.startsWith(prefix) ? taken : '';
};

/** The secret of a link, which stands behind `#`: no server sees that. It lives as long as the page. */
export const useSecretOfFragment = (prefix = ''): string => useState(() => take(prefix))[0];
