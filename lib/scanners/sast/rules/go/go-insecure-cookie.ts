import type { Rule } from '../../rule.ts';
import { handler } from './samples.ts';

export const goInsecureCookie: Rule = {
  id: 'go-insecure-cookie',
  cwe: 'CWE-614',
  severity: 'low',
  title: 'Cookie without Secure or HttpOnly',
  message: 'The browser sends the cookie over plain HTTP, too, or lets scripts read it.',
  help: 'Set Secure and HttpOnly to true.',
  entries: [
    {
      key: ['Value'],
      when: ({ constant }, { record }) => {
        // An empty one is taken back.
        if (record?.type !== 'net/http.Cookie' || constant === '') return false;
        const isSet = (field: string): boolean =>
          record.fields?.has(field) === true && record.fields.get(field)?.constant !== false;
        const isTakenBack = Number(record.fields?.get('MaxAge')?.constant ?? 0) < 0;
        return !isTakenBack && !(isSet('Secure') && isSet('HttpOnly'));
      },
    },
    {
      key: ['Secure', 'HttpOnly'],
      when: (value, { record }) =>
        value.constant === false && record?.type?.endsWith('sessions.Options') === true,
    },
  ],
  positives: [
    handler('', '\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: id, HttpOnly: true}) // HERE'),
  ],
  negatives: [
    handler(
      '',
      `\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: id, HttpOnly: true, Secure: true})
\thttp.SetCookie(w, &http.Cookie{Name: "session", Value: "", MaxAge: -1})`,
    ),
  ],
};
