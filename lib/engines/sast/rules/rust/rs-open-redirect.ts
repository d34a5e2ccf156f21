import type { Rule } from '@scangate/engines/sast/rule';
import { deepTaints, prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { handler } from './samples.ts';

const staysHere = (value: Value): boolean =>
  /^(?:\uFFFC|\/(?![/\\]).|[a-z]+:\/\/[^/?#]+[/?#]|\?)/i.test(prefixOf(value) ?? '');

/** Looks at the value of a header that is given as a pair. */
const locationIn = (pair: Value | undefined): Value | undefined => {
  const name = pair?.fields?.get('0');
  const isLocation =
    /^location$/i.test(String(name?.constant ?? '')) || (name?.path ?? '').endsWith('LOCATION');
  return isLocation ? pair?.fields?.get('1') : undefined;
};

const isUntrusted = (value: Value | undefined): boolean =>
  value !== undefined &&
  !staysHere(value) &&
  deepTaints(value).some(({ origin, sanitized }) => origin.label === 'user' && sanitized === 0);

export const rsOpenRedirect: Rule = {
  id: 'rs-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Only redirect to your own paths, or to hosts on an allow list.',
  category: 'redirect',
  sinks: [
    {
      call: [
        '*.Redirect.{to,permanent,temporary,found,see_other,moved}',
        'Redirect.{to,permanent,temporary,found,see_other,moved}',
      ],
      unless: staysHere,
    },
  ],
  calls: [
    { call: ['*.{insert_header,append_header}'], when: ({ args: [pair] }) => isUntrusted(locationIn(pair)) },
  ],
  positives: [
    handler('    let answer = Redirect::to(&p.next); // HERE', 'use axum::response::Redirect;'),
    `use actix_web::{web, HttpResponse};
async fn go(info: web::Query<Info>) -> HttpResponse {
    HttpResponse::Found().insert_header(("Location", info.next.clone())).finish() // HERE
}
`,
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    Redirect::to(q); // HERE\n}\n',
  ],
  negatives: [
    handler('    let answer = Redirect::to(&format!("/search?q={}", p.q));', 'use axum::response::Redirect;'),
    handler('    let answer = Redirect::to("/");', 'use axum::response::Redirect;'),
    `use actix_web::{web, HttpResponse};
async fn go(info: web::Query<Info>) -> HttpResponse {
    HttpResponse::Ok().insert_header(("X-Name", info.name.clone())).finish()
}
`,
  ],
};
