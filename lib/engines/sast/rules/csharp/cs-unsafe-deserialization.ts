import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { action, method } from './samples.ts';

const isFull = ({ path }: Value): boolean => /(?:^|\.)TypeFilterLevel\.Full$/.test(path ?? '');

export const csUnsafeDeserialization: Rule = {
  id: 'cs-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'high',
  title: 'Deserializer that creates any object',
  message: 'The data decides which classes are created: crafted data runs code.',
  help: 'Use System.Text.Json or another serializer that only creates types that you specify.',
  calls: [
    {
      call: [
        '{BinaryFormatter,BinaryFormatter(),NetDataContractSerializer,NetDataContractSerializer(),SoapFormatter,SoapFormatter(),LosFormatter,LosFormatter(),ObjectStateFormatter,ObjectStateFormatter()}.{Deserialize,UnsafeDeserialize,ReadObject}',
      ],
    },
    { call: ['FsPickler.*', 'JSON.ToObject'] },
    { call: ['JavaScriptSerializer'], when: ({ args }) => args.length > 0 && args[0]?.constant !== null },
  ],
  writes: [{ write: ['*.TypeFilterLevel'], when: isFull }],
  entries: [{ key: ['TypeFilterLevel'], when: isFull }],
  positives: [
    method('        var pickler = FsPickler.CreateJsonSerializer(); // HERE'),
    method(
      '        var sink = new BinaryServerFormatterSinkProvider { TypeFilterLevel = TypeFilterLevel.Full }; // HERE',
    ),
    method(
      '        var formatter = new BinaryFormatter();\n        var order = (Order)formatter.Deserialize(stream); // HERE',
      'Stream stream',
    ),
    method('        new LosFormatter().Deserialize(text); // HERE', 'string text'),
    method('        var serializer = new JavaScriptSerializer(new SimpleTypeResolver()); // HERE'),
    action('        var state = new NetDataContractSerializer().ReadObject(Request.Body); // HERE'),
  ],
  negatives: [
    method('        var order = JsonSerializer.Deserialize<Order>(text);', 'string text'),
    method(
      '        new BinaryFormatter().Serialize(stream, order);\n        new JavaScriptSerializer();',
      'Stream stream, Order order',
    ),
  ],
};

/** Json.NET creates the classes that the text names. */
const named = /^TypeNameHandling\.(?:All|Auto|Objects|Arrays)$/;

export const csTypeNameHandling: Rule = {
  id: 'cs-type-name-handling',
  cwe: 'CWE-502',
  severity: 'high',
  title: 'Json.NET creates the classes that the JSON names',
  message:
    'With TypeNameHandling the `$type` in the JSON decides which class is created: crafted input runs code.',
  help: 'Leave TypeNameHandling at None, or set a SerializationBinder that only allows known types.',
  words: ['TypeNameHandling'],
  writes: [{ write: ['*.TypeNameHandling'], when: ({ path }) => named.test(path ?? '') }],
  entries: [
    {
      key: ['TypeNameHandling'],
      when: ({ path }, { record }) =>
        named.test(path ?? '') && record?.fields?.get('SerializationBinder') === undefined,
    },
  ],
  positives: [
    method(
      '        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All }; // HERE',
    ),
    method(
      '        settings.TypeNameHandling = TypeNameHandling.Auto; // HERE',
      'JsonSerializerSettings settings',
    ),
  ],
  negatives: [
    method('        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.None };'),
    method(
      '        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.Auto, SerializationBinder = new Known() };',
    ),
  ],
};
