import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const csNosqlInjection: Rule = {
  id: 'cs-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Database query built from untrusted input',
  message: 'Untrusted input becomes part of a query as text, so its sender can change the query.',
  help: 'Build filters with Builders<T>.Filter, or queries with parameters (QueryDefinition.WithParameter).',
  category: 'other',
  sinks: [
    {
      call: [
        'BsonDocument.Parse',
        'BsonSerializer.Deserialize',
        'QueryDefinition',
        'JsonFilterDefinition',
        'BsonJavaScript',
      ],
    },
    { call: ['*.{GetItemQueryIterator,CreateDocumentQuery}'], args: [0, 1] },
  ],
  positives: [
    action('        var filter = BsonDocument.Parse("{ name: \'" + q + "\' }"); // HERE'),
    action('        var query = new QueryDefinition($"select * from c where c.name = \'{q}\'"); // HERE'),
  ],
  negatives: [
    action('        var filter = Builders<User>.Filter.Eq(u => u.Name, q);'),
    action(
      '        var query = new QueryDefinition("select * from c where c.name = @name").WithParameter("@name", q);',
    ),
  ],
};
