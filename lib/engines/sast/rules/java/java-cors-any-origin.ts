import type { Rule } from '@scangate/engines/sast/rule';
import { textAt } from './conditions.ts';
import { method, servlet } from './samples.ts';

export const javaCorsAnyOrigin: Rule = {
  id: 'java-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'low',
  title: 'Every site can read the responses',
  message:
    'If the origin is `*`, or any requesting origin, scripts of every site can read the responses of this service.',
  help: 'List the origins that need access.',
  category: 'other',
  sinks: [
    {
      call: ['*.{setHeader,addHeader,header}'],
      args: [1],
      when: (call) => /^access-control-allow-origin$/i.test(textAt(call, 0)),
    },
  ],
  calls: [
    {
      call: ['*.{allowedOrigins,allowedOriginPatterns,addAllowedOrigin,addAllowedOriginPattern}'],
      when: (call) => textAt(call, 0) === '*',
    },
    {
      call: ['*.{setHeader,addHeader,header,set,add}'],
      when: (call) =>
        /^access-control-allow-origin$/i.test(textAt(call, 0)) && /^(?:\*|null)$/.test(textAt(call, 1)),
    },
  ],
  annotations: [
    {
      name: ['CrossOrigin'],
      when: ({ args }) =>
        args.some(
          ({ name, value }) =>
            (name === undefined || name === 'origins' || name === 'value') &&
            /^\{?\s?"\*"\s?\}?$/.test(value.at.text),
        ),
    },
  ],
  positives: [
    method('    headers.set("Access-Control-Allow-Origin", "*"); // HERE', 'HttpHeaders headers'),
    servlet('    response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin")); // HERE'),
    servlet('    response.setHeader("Access-Control-Allow-Origin", "*"); // HERE'),
    method('    registry.addMapping("/**").allowedOrigins("*"); // HERE', 'CorsRegistry registry'),
    'class A {\n  @CrossOrigin(origins = "*") void f() { } // HERE\n}\n',
  ],
  negatives: [
    servlet('    response.setHeader("Access-Control-Allow-Origin", "https://example.com");'),
    method('    registry.addMapping("/**").allowedOrigins("https://example.com");', 'CorsRegistry registry'),
  ],
};
