import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { method } from './samples.ts';

export const javaNosqlInjection: Rule = {
  id: 'java-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Database query built from untrusted input',
  message: 'Untrusted input is parsed as a query document, so it can select more than intended.',
  help: 'Build the query from values (Filters.eq, Criteria.where), not from text.',
  category: 'other',
  sinks: [
    {
      call: [
        '{Document,BasicDBObject,BsonDocument,JSON}.parse',
        'BasicQuery',
        'BsonJavaScript',
        'Code',
        'CodeWithScope',
        'Filters.where',
      ],
    },
    {
      call: ['*.{put,append,add}', 'BasicDBObject'],
      args: [1],
      when: ({ args: [key] }) => key?.constant === '$where',
    },
  ],
  positives: [
    method(
      '    users.find(Document.parse("{name: \'" + name + "\'}")); // HERE',
      '@RequestParam String name',
    ),
  ],
  negatives: [method('    users.find(Filters.eq("name", name));', '@RequestParam String name')],
};

export const javaNosqlFromParameter = fromParameter(javaNosqlInjection, {
  id: 'java-nosql-from-parameter',
  supersededBy: ['java-nosql-injection', 'java-nosql-value'],
  title: 'Database query made of a parameter',
  does: 'reads its argument as a query document',
  positives: [method('    users.find(Document.parse(query)); // HERE', 'String query')],
  negatives: [method('    users.find(Filters.eq("name", name));', 'String name')],
});
