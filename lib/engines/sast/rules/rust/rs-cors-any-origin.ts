import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsCorsAnyOrigin: Rule = {
  id: 'rs-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'low',
  title: 'Every site can read the responses',
  message: 'With any origin, scripts of every site can read the responses of this service.',
  help: 'List the origins that need access.',
  calls: [
    {
      call: [
        '*.{Cors,CorsLayer}.{permissive,very_permissive}',
        '{Cors,CorsLayer}.{permissive,very_permissive}',
        '*.allow_any_origin',
      ],
    },
    { call: ['*.allow_origin'], when: ({ args: [origin] }) => /(?:^|\.)Any$/.test(origin?.path ?? '') },
    { call: ['*.AllowOrigin.{any,mirror_request}', 'AllowOrigin.{any,mirror_request}'] },
    {
      call: ['*.{insert_header,append_header}'],
      when: ({ args: [pair] }) =>
        /^access-control-allow-origin$/i.test(String(pair?.fields?.get('0')?.constant ?? '')) &&
        pair?.fields?.get('1')?.constant === '*',
    },
  ],
  positives: [
    program('    let cors = CorsLayer::permissive(); // HERE', 'use tower_http::cors::CorsLayer;'),
    program(
      '    let cors = CorsLayer::new().allow_origin(Any); // HERE',
      'use tower_http::cors::{Any, CorsLayer};',
    ),
    program('    let cors = Cors::default().allow_any_origin(); // HERE', 'use actix_cors::Cors;'),
    program('    response.insert_header(("Access-Control-Allow-Origin", "*")); // HERE'),
    'use tower_http::cors::CorsLayer;\nfn run() {\n    let cors = a.AllowOrigin.any(); // HERE\n}\n',
    '\nfn run() {\n    Cors.permissive(("Access-Control-Allow-Origin", "*")); // HERE\n}\n',
    'use tower_http::cors::CorsLayer;\nfn run() {\n    let cors = AllowOrigin.any(); // HERE\n}\n',
  ],
  negatives: [
    program(
      '    let cors = CorsLayer::new().allow_origin("https://example.com".parse().unwrap());',
      'use tower_http::cors::CorsLayer;',
    ),
  ],
};
