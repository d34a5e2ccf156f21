import type { Call, EntryContext } from '@scangate/engines/sast/rule';

/** The options of a cookie or of session middleware. */
export const isCookiePlace = ({ callee }: EntryContext): boolean =>
  callee.some((name) => /cookie|session|csurf|csrf/i.test(name));

/** Tells whether a cookie is named like a session cookie and set with options written here, or without any. */
export const isSessionCookie = ({ args }: Call): boolean => {
  const name = args[0]?.constant;
  const options = args[2];
  const isKnown = options === undefined || (options.fields !== undefined && !options.fields.has('*'));
  return (
    typeof name === 'string' &&
    /sess|token|auth|jwt|^sid$|\.sid$/i.test(name) &&
    !/csrf|xsrf/i.test(name) &&
    isKnown
  );
};
