import type { Call, Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

const isOff = ({ args: [on] }: Call): boolean => on?.constant === false;

export const rsCookieWithoutSecure: Rule = {
  id: 'rs-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie sent without encryption',
  message: 'Without Secure the cookie is also sent over HTTP, where anyone on the network path can read it.',
  help: 'Leave out `secure(false)`, or call it with true.',
  words: ['Cookie', 'cookie', 'cookie_secure', 'with_secure', 'SessionManagerLayer'],
  calls: [{ call: ['*.{secure,set_secure,cookie_secure,with_secure}'], when: isOff }],
  positives: [
    program(
      '    let cookie = Cookie::build("id", value).secure(false).finish(); // HERE',
      'use actix_web::cookie::Cookie;',
    ),
    program('    let layer = SessionManagerLayer::new(store).with_secure(false); // HERE'),
  ],
  negatives: [
    program(
      '    let cookie = Cookie::build("id", value).secure(true).http_only(true).finish();',
      'use actix_web::cookie::Cookie;',
    ),
  ],
};

export const rsCookieWithoutHttpOnly: Rule = {
  id: 'rs-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie readable by scripts',
  message: 'Without HttpOnly a script injected into a page can read the cookie.',
  help: 'Call `http_only(true)`.',
  words: ['Cookie', 'cookie', 'cookie_http_only', 'with_http_only', 'SessionManagerLayer'],
  calls: [{ call: ['*.{http_only,set_http_only,cookie_http_only,with_http_only}'], when: isOff }],
  positives: [
    program(
      '    let cookie = Cookie::build("id", value).http_only(false).finish(); // HERE',
      'use actix_web::cookie::Cookie;',
    ),
  ],
  negatives: [
    program(
      '    let cookie = Cookie::build("id", value).http_only(true).finish();',
      'use actix_web::cookie::Cookie;',
    ),
  ],
};
