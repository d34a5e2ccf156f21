import type { Rule } from '@scangate/engines/sast/rule';
import { action, script } from './samples.ts';

export const phpUnsafeDeserialization: Rule = {
  id: 'php-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'critical',
  title: 'Objects created from untrusted data',
  message: 'Untrusted data decides which objects are created, whose methods can be abused to run code.',
  help: 'Use json_decode, or unserialize($x, ["allowed_classes" => false]).',
  category: 'deserialization',
  sinks: [
    {
      call: [
        '{unserialize,maybe_unserialize,igbinary_unserialize,msgpack_unpack,yaml_parse,wddx_deserialize}',
      ],
      when: ({ args: [, options] }) => options?.fields?.at('allowed_classes') === undefined,
    },
  ],
  positives: [
    script('$user = unserialize($_COOKIE["user"]); // HERE'),
    script('$data = unserialize(base64_decode($_POST["data"])); // HERE'),
    action('        return unserialize($request->cookie("cart")); // HERE'),
    script('$x = yaml_parse(file_get_contents("php://input")); // HERE'),
  ],
  negatives: [
    script('$user = json_decode($_COOKIE["user"], true);'),
    script('$user = unserialize($_COOKIE["user"], ["allowed_classes" => false]);'),
    script('$x = unserialize(file_get_contents("/var/cache/a"));'),
  ],
};
