import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method, servlet } from './samples.ts';

export const javaUnsafeDeserialization: Rule = {
  id: 'java-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'critical',
  title: 'Objects are created from untrusted data',
  message:
    'Untrusted input decides which objects are created; with the right classes on the class path, that runs arbitrary code.',
  help: 'Read data, not objects (JSON into a fixed class), use SafeConstructor with YAML, or set an ObjectInputFilter.',
  category: 'deserialization',
  sinks: [
    {
      call: [
        '{ObjectInputStream,ObjectInputStream(),ObjectInput,XMLDecoder,XMLDecoder()}.{readObject,readUnshared}',
      ],
      args: 'receiver',
      when: (call) => !/ObjectInputFilter|ValidatingObjectInputStream/.test(around(call)),
    },
    {
      call: ['{Yaml,Yaml()}.{load,loadAs,loadAll}', 'yaml.{load,loadAll}'],
      // The constructor is `SafeConstructor`, or a custom one, which usually extends it.
      when: (call) => !/new (?!CustomClassLoader)\w{1,60}Constructor\(/.test(around(call)),
    },
    {
      call: ['{XStream,XStream(),xstream}.{fromXML,unmarshal}'],
      when: (call) => !/allowTypes|addPermission\((?!AnyType)/.test(around(call)),
    },
    {
      call: [
        'SerializationUtils.deserialize',
        'Kryo.{readObject,readClassAndObject}',
        'HessianInput',
        'Hessian2Input',
      ],
    },
  ],
  calls: [
    {
      call: ['*.enableDefaultTyping'],
      // A custom subclass may restrict the classes (Spring Security's has an allow list).
      when: ({ names, receiver }) => receiver?.type !== undefined || !/^[A-Z][a-z]/.test(names[0] ?? ''),
    },
    {
      call: ['*.activateDefaultTyping'],
      when: ({ args }) => /LaissezFaire/.test(args[0]?.path ?? ''),
    },
  ],
  annotations: [
    {
      name: ['JsonTypeInfo'],
      when: ({ args }) =>
        args.some(({ name, value }) => name === 'use' && /\b(?:MINIMAL_)?CLASS$/.test(value.at.text)),
    },
  ],
  positives: [
    servlet(`    ObjectInputStream in = new ObjectInputStream(request.getInputStream());
    Object object = in.readObject(); // HERE`),
    method(
      `    byte[] bytes = Base64.getDecoder().decode(token);
    Object o = new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject(); // HERE`,
      '@RequestParam String token',
    ),
    method('    new Yaml().load(text); // HERE', '@RequestBody String text'),
    method('    mapper.enableDefaultTyping(); // HERE', 'ObjectMapper mapper'),
  ],
  negatives: [
    method('    new Yaml(new SafeConstructor()).load(text);', '@RequestBody String text'),
    method('    SecurityJackson2Modules.enableDefaultTyping(mapper);', 'ObjectMapper mapper'),
    method('    new ObjectMapper().readValue(text, User.class);', '@RequestBody String text'),
    method('    new ObjectInputStream(new FileInputStream("cache.bin")).readObject();'),
  ],
};

export const javaYamlObjects: Rule = {
  id: 'java-yaml-objects',
  cwe: 'CWE-502',
  severity: 'medium',
  confidence: 'low',
  title: 'YAML can create any object',
  message:
    'Before version 2 of SnakeYAML, a document names the classes of the objects that are created from it.',
  help: 'Use new Yaml(new SafeConstructor(new LoaderOptions())).',
  words: ['snakeyaml'],
  calls: [
    {
      call: ['Yaml'],
      when: ({ created, args, within, at }) =>
        created && args.length === 0 && /\.load/.test((within?.at ?? at).text),
    },
  ],
  supersededBy: ['java-unsafe-deserialization'],
  positives: [
    `import org.yaml.snakeyaml.Yaml;\n${method('    Yaml yaml = new Yaml(); // HERE\n    yaml.load(text);', 'String text')}`,
  ],
  negatives: [
    `import org.yaml.snakeyaml.Yaml;\n${method('    Yaml yaml = new Yaml(new SafeConstructor());\n    yaml.load(text);', 'String text')}`,
    `import org.yaml.snakeyaml.Yaml;\n${method('    new Yaml().dump(value);', 'Object value')}`,
  ],
};
