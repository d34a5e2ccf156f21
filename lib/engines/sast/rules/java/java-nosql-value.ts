import type { Rule } from '@scangate/engines/sast/rule';
import { parameterLabel, prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { javaNosqlInjection } from './java-nosql-injection.ts';
import { method } from './samples.ts';

/** Tells whether the text behind a quote of a comparison, or of a field of a document, is unknown. */
const putsQuotedValue = (value: Value): boolean =>
  value.constant === undefined && /(?:[=!<>]=?|:|\()\s?['"]$/.test(prefixOf(value) ?? '');

export const javaNosqlValue: Rule = {
  id: 'java-nosql-value',
  cwe: 'CWE-943',
  severity: 'medium',
  title: 'Value put into a database query as text',
  message:
    'A parameter is put between the quotes of a query: a quote in it ends the value, and what follows changes the query.',
  help: 'Build the query from values (Filters.eq, Criteria.where), not from text.',
  category: 'other',
  labels: [parameterLabel],
  supersededBy: ['java-nosql-injection'],
  sinks: (javaNosqlInjection.sinks ?? []).map((sink) => ({
    ...sink,
    unless: (value) => !putsQuotedValue(value),
  })),
  words: [
    'Document',
    'BasicDBObject',
    'BsonDocument',
    'JSON',
    'BasicQuery',
    'BsonJavaScript',
    '$where',
    'Filters',
  ],
  positives: [
    method(
      '    BasicDBObject query = new BasicDBObject();\n    query.put("$where", "this.name == \'" + name + "\'"); // HERE',
      'String name',
    ),
    method('    users.find(Document.parse("{name: \'" + name + "\'}")); // HERE', 'String name'),
  ],
  negatives: [
    method('    users.find(Filters.eq("name", name));', 'String name'),
    method('    users.find(Document.parse(query));', 'String query'),
    method('    users.find(Document.parse("{" + fields + "}"));', 'String fields'),
  ],
};
