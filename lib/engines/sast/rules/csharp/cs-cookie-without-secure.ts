import type { Call, Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

const isFalse = ({ constant }: Value): boolean => constant === false;
const ofCookies = (callee: readonly string[]): boolean => callee.some((name) => /Cookie/.test(name));

/** A cookie with such a name identifies a session. */
const opens = /session|token|auth|jwt|sid$/i;

/** Tells whether a session cookie is set with the framework's defaults, which are no options at all. */
const isBare = (call: Call): boolean => call.args.length === 2 && opens.test(textAt(call, 0));

export const csCookieWithoutSecure: Rule = {
  id: 'cs-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie is sent without encryption',
  message: 'Without Secure the cookie is also sent over HTTP, where anyone on the network path can read it.',
  help: 'Set Secure = true, or CookieSecurePolicy.Always.',
  words: ['CookieOptions', 'Cookie', 'Cookies', 'HttpCookie', 'CookieSecurePolicy'],
  writes: [
    { write: ['{CookieOptions,HttpCookie,cookie,*.Cookie}.Secure', '*.Cookie.Secure'], when: isFalse },
    { write: ['*.SecurePolicy'], when: ({ path }) => path === 'CookieSecurePolicy.None' },
  ],
  entries: [
    { key: ['Secure'], when: (value, { callee }) => isFalse(value) && ofCookies(callee) },
    { key: ['SecurePolicy'], when: ({ path }) => path === 'CookieSecurePolicy.None' },
  ],
  calls: [{ call: ['*.Cookies.Append'], when: isBare }],
  positives: [
    method(
      '        Response.Cookies.Append("theme", value, new CookieOptions { HttpOnly = true, Secure = false }); // HERE',
      'string value',
    ),
    method(
      '        options.Cookie.SecurePolicy = CookieSecurePolicy.None; // HERE',
      'SessionOptions options',
    ),
    method('        Response.Cookies.Append("auth_token", value); // HERE', 'string value'),
  ],
  negatives: [
    method(
      '        Response.Cookies.Append("theme", value, new CookieOptions { HttpOnly = true, Secure = true });',
      'string value',
    ),
    method('        Response.Cookies.Append("theme", "dark");'),
    method('        connection.Secure = false;', 'Connection connection'),
  ],
};

export const csCookieWithoutHttpOnly: Rule = {
  id: 'cs-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie readable by scripts',
  message: 'Without HttpOnly a script injected into a page can read the cookie.',
  help: 'Set HttpOnly = true.',
  words: ['CookieOptions', 'Cookie', 'Cookies', 'HttpCookie'],
  writes: [{ write: ['{CookieOptions,HttpCookie,cookie}.HttpOnly', '*.Cookie.HttpOnly'], when: isFalse }],
  entries: [{ key: ['HttpOnly'], when: (value, { callee }) => isFalse(value) && ofCookies(callee) }],
  calls: [{ call: ['*.Cookies.Append'], when: isBare }],
  positives: [
    method('        var options = new CookieOptions { HttpOnly = false, Secure = true }; // HERE'),
    method('        options.Cookie.HttpOnly = false; // HERE', 'SessionOptions options'),
  ],
  negatives: [
    method('        var options = new CookieOptions { HttpOnly = true };'),
    method('        options.Cookie.HttpOnly = true;', 'SessionOptions options'),
  ],
};
