import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

const hasStar = (values: Iterable<{ constant?: unknown }> | undefined): boolean =>
  [...(values ?? [])].some(({ constant }) => constant === '*');

export const goCorsAnyOrigin: Rule = {
  id: 'go-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'low',
  title: 'Every site can read the responses',
  message: 'With the origin `*` scripts of every site can read the responses of this service.',
  help: 'List the origins that need access.',
  calls: [
    {
      call: ['*.Header().{Set,Add}', '*.Context.Header', '*.Writer.Header().Set'],
      when: ({ args: [name, value] }) =>
        /^access-control-allow-origin$/i.test(String(name?.constant ?? '')) && value?.constant === '*',
    },
  ],
  entries: [
    { key: ['AllowedOrigins', 'AllowOrigins'], when: ({ fields }) => hasStar(fields?.values()) },
    { key: ['AllowAllOrigins'], when: ({ constant }) => constant === true },
  ],
  positives: [handler('', '\tw.Header().Set("Access-Control-Allow-Origin", "*") // HERE')],
  negatives: [handler('', '\tw.Header().Set("Access-Control-Allow-Origin", "https://example.com")')],
};
