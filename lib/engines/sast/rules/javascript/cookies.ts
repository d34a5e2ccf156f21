import type { Call, EntryContext } from '@scangate/engines/sast/rule';

/** Options of a cookie, or of what makes sessions. */
export const isCookiePlace = ({ callee }: EntryContext): boolean =>
  callee.some((name) => /cookie|session|csurf|csrf/i.test(name));

/** A cookie whose name says that it stands for a person, set without options or with some written here. */
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
