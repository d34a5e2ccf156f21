import type { Call, Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

const isCredential = ({ args: [name] }: Call): boolean =>
  /(?:^|\.)(?:PROXY_)?AUTHORIZATION$/.test(name?.path ?? '') ||
  /^(?:proxy-)?authorization$/i.test(String(name?.constant ?? ''));

export const rsHeaderInLog: Rule = {
  id: 'rs-header-in-log',
  cwe: 'CWE-532',
  severity: 'low',
  confidence: 'low',
  title: 'Credential header not marked as sensitive',
  message: 'The value appears in every log and error message that contains the headers.',
  help: 'Call set_sensitive(true) on the value, or use bearer_auth and basic_auth of the request.',
  words: ['HeaderMap', 'HeaderValue'],
  calls: [
    {
      call: ['*.{insert,append}'],
      when: (call) => isCredential(call) && !/set_sensitive\(\s?true/.test((call.within?.at ?? call.at).text),
    },
  ],
  positives: [
    program(
      '    let mut headers = HeaderMap::new();\n    headers.insert(AUTHORIZATION, HeaderValue::from_str(token)); // HERE',
      'use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};',
      'token: &str',
    ),
    program(
      '    let mut headers = header::HeaderMap::new();\n    headers.insert("Authorization", value); // HERE',
      'use reqwest::header;',
      'value: header::HeaderValue',
    ),
  ],
  negatives: [
    program(
      '    let mut headers = HeaderMap::new();\n    let mut value = HeaderValue::from_str(token);\n    value.set_sensitive(true);\n    headers.insert(AUTHORIZATION, value);\n    headers.insert(ACCEPT, HeaderValue::from_static("a"));',
      'use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue};',
      'token: &str',
    ),
  ],
};
