import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { handler } from './samples.ts';

const isInsecure = (cookie: Value | undefined): boolean => {
  const { fields, type } = cookie ?? {};
  if (type !== 'net/http.Cookie' || fields === undefined) return false;
  const isSet = (field: string): boolean => fields.has(field) && fields.get(field)?.constant !== false;
  // An empty cookie is being deleted.
  const isTakenBack = Number(fields.get('MaxAge')?.constant ?? 0) < 0 || fields.get('Value')?.constant === '';
  return !isTakenBack && !(isSet('Secure') && isSet('HttpOnly'));
};

export const goInsecureCookie: Rule = {
  id: 'go-insecure-cookie',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie without Secure or HttpOnly',
  message: 'The browser sends the cookie over plain HTTP, too, or lets scripts read it.',
  help: 'Set Secure and HttpOnly to true.',
  // A cookie on an outgoing request is the client's.
  calls: [
    { call: ['net/http.SetCookie'], when: ({ args: [, cookie] }) => isInsecure(cookie) },
    { call: ['*.Context.SetCookie'], when: ({ args: [cookie] }) => isInsecure(cookie) },
  ],
  entries: [
    {
      key: ['Secure', 'HttpOnly'],
      when: (value, { record }) =>
        value.constant === false && record?.type?.endsWith('sessions.Options') === true,
    },
  ],
  positives: [
    handler('', '\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: id, HttpOnly: true}) // HERE'),
    handler(
      '',
      '\tcookie := http.Cookie{Name: "session"}\n\tcookie.Value = id\n\thttp.SetCookie(w, &cookie) // HERE',
    ),
  ],
  negatives: [
    handler(
      '',
      `\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: id, HttpOnly: true, Secure: true})
\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: "", MaxAge: -1})`,
    ),
    handler('', '\tclient.R().SetCookie(&http.Cookie{Name: "session", Value: id})'),
    handler(
      '',
      '\tcookie := http.Cookie{Name: "session", Value: id}\n\tcookie.Secure = true\n\tcookie.HttpOnly = true\n\thttp.SetCookie(w, &cookie)',
    ),
  ],
};
