import { useState } from 'react';

/** Takes the secret out of the address, so that no history and no screenshot has it. */
const take = (prefix: string): string => {
  const secret = window.location.hash.slice(1);
  if (secret === '') return '';
  window.history.replaceState(
    window.history.state,
    '',
    `${window.location.pathname}${window.location.search}`,
  );
  return secret.startsWith(prefix) ? secret : '';
};

/** The secret of a link, which stands behind `#`: no server sees that. It lives as long as the page. */
export const useSecretOfFragment = (prefix = ''): string => useState(() => take(prefix))[0];
