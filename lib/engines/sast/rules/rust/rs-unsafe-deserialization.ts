import type { Rule } from '@scangate/engines/sast/rule';
import { handler, program } from './samples.ts';

export const rsUnsafeDeserialization: Rule = {
  id: 'rs-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'medium',
  title: 'Deserializer that trusts its input',
  message:
    'These formats read lengths and references from the data: crafted data can exhaust memory or break type guarantees.',
  help: 'Use JSON, or a deserializer with a limit (bincode::Options::with_limit) and checks (rkyv::check_archived_root).',
  category: 'deserialization',
  sinks: [
    {
      call: [
        'bincode.{deserialize,deserialize_from}',
        'serde_pickle.{from_slice,from_reader}',
        'rkyv.{archived_root,access_unchecked,from_bytes_unchecked}',
        '*.{archived_root,access_unchecked}',
        'postcard.from_bytes_cobs',
      ],
    },
  ],
  positives: [
    handler('    let state: State = bincode::deserialize(&p.state)?; // HERE'),
    handler('    let state = unsafe { rkyv::archived_root::<State>(&p.state) }; // HERE'),
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let state: State = serde_pickle::from_slice(&p.state)?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let state: State = rkyv::from_bytes_unchecked(&p.state)?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let state: State = bincode::archived_root(&p.state)?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let state: State = postcard::from_bytes_cobs(&p.state)?; // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler('    let state: State = serde_json::from_str(&p.state)?;'),
    program('    let state: State = bincode::deserialize(&saved);', '', 'saved: Vec<u8>'),
  ],
};

export const rsHeaderInjection: Rule = {
  id: 'rs-header-injection',
  cwe: 'CWE-113',
  severity: 'medium',
  title: 'Untrusted input in a header without checks',
  message:
    'The unchecked functions accept line breaks, so untrusted input can add headers and start another response.',
  help: 'Use HeaderValue::from_str, which refuses line breaks.',
  category: 'header',
  sinks: [{ call: ['*.{from_maybe_shared_unchecked}', 'HeaderValue.from_maybe_shared_unchecked'] }],
  positives: [
    handler(
      '    let value = unsafe { HeaderValue::from_maybe_shared_unchecked(p.name) }; // HERE',
      'use http::HeaderValue;',
    ),
  ],
  negatives: [handler('    let value = HeaderValue::from_str(&p.name)?;', 'use http::HeaderValue;')],
};
