import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';

const isOff = ({ constant }: Value): boolean => constant === false;
const ofCookie = /cookie|session_store|^set$|^use$|Rack\.Session/i;

export const rbCookieWithoutHttponly: Rule = {
  id: 'rb-cookie-without-httponly',
  cwe: 'CWE-1004',
  severity: 'low',
  title: 'Cookie readable by scripts',
  message: 'A script injected into the page can read the cookie and send it elsewhere.',
  help: 'Leave httponly on.',
  entries: [{ key: ['httponly', 'http_only', 'session_http_only'], when: isOff }],
  positives: [
    'Rails.application.config.session_store :cookie_store, key: "_a", httponly: false # HERE\n',
    'class A < ApplicationController\n  def a\n    cookies[:auth] = { value: token, httponly: false } # HERE\n  end\nend\n',
    'ActionController::Base.session = {\n  key: "_a",\n  session_http_only: false # HERE\n}\n',
  ],
  negatives: ['Rails.application.config.session_store :cookie_store, key: "_a", httponly: true\n'],
};

export const rbCookieWithoutSecure: Rule = {
  id: 'rb-cookie-without-secure',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie sent without encryption',
  message: 'The browser also sends the cookie over http, where anyone on the network path can read it.',
  help: 'Set secure: true, and config.force_ssl.',
  entries: [
    {
      key: ['secure'],
      when: (value, { callee, record }) =>
        isOff(value) &&
        (callee.some((name) => ofCookie.test(name)) ||
          record?.fields?.has('httponly') === true ||
          record?.fields?.has('value') === true),
    },
  ],
  writes: [{ write: ['{config(),config,*.config(),*.config}.force_ssl'], when: isOff }],
  words: ['secure', 'force_ssl'],
  positives: [
    'Rails.application.config.session_store :cookie_store, key: "_a", secure: false # HERE\n',
    'config.force_ssl = false # HERE\n',
  ],
  negatives: [
    'Rails.application.config.session_store :cookie_store, secure: Rails.env.production?\nconfig.force_ssl = true\n',
    'client(secure: false)\n',
  ],
};
