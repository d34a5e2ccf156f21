import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue, unknownValue } from '@scangate/engines/sast/taint/value';
import { buildsObjects } from './py-unsafe-deserialization.ts';

export const pyUnsafeYaml: Rule = {
  id: 'py-unsafe-yaml',
  cwe: 'CWE-502',
  severity: 'medium',
  title: 'YAML can create any object',
  message: 'yaml.load without a safe loader creates whatever objects the document names, which can run code.',
  help: 'Use yaml.safe_load, or give it Loader=yaml.SafeLoader.',
  calls: [
    {
      call: ['yaml.{load,load_all}'],
      // Untrusted data is reported by another rule; constant data is safe.
      when: (call) =>
        buildsObjects(call) &&
        !isFixedValue(call.args[0] ?? unknownValue) &&
        !call.args[0]?.taints.some(({ origin }) => origin.label === 'user'),
    },
    {
      // ruamel.yaml is just as unsafe when this type is requested.
      call: ['ruamel.yaml.YAML', 'YAML'],
      when: ({ named }) => /^unsafe$/.test(String(named.get('typ')?.constant)),
    },
    {
      call: ['yaml.{unsafe_load,unsafe_load_all}'],
      when: ({ args }) => !args[0]?.taints.some(({ origin }) => origin.label === 'user'),
    },
  ],
  positives: [
    'from ruamel.yaml import YAML\nyaml = YAML(typ="unsafe")  # HERE\n',
    'import yaml\nconfig = yaml.load(open("c.yml"))  # HERE\n',
    'from yaml import load, Loader\nload(stream, Loader=Loader)  # HERE\n',
    'import yaml\nyaml.unsafe_load(text)  # HERE\n',
  ],
  negatives: [
    'import yaml\nyaml.safe_load(open("c.yml"))\n',
    'import yaml\nyaml.load(text, yaml.SafeLoader)\nyaml.load(text, Loader=yaml.CSafeLoader)\n',
    'import yaml\nyaml.load("{}", Loader=yaml.Loader)\n',
  ],
};
